import { Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { modelPath } from '~/metadata/model.ts';
import type { Link } from '~/metadata/registry.ts';
import { filterOf } from '../linked-records.ts';

interface ListLinkProps {
  readonly link: Link;
  readonly id: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A link to the list of all records that refer to a record. */
export function ListLink({ link, id, ...rest }: ListLinkProps) {
  return <RouterLink to={modelPath(link.model)} search={{ filter: filterOf(link, id) } as never} {...rest} />;
}
