import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Filter } from '~/api/records.ts';
import { modelPath } from '~/metadata/model.ts';
import type { WidgetData } from './widget.ts';

interface RecordsLinkProps {
  readonly data: Pick<WidgetData, 'moduleKey' | 'slug'>;
  readonly filter?: Filter | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The search parameters of a list with the records of a filter. */
export const searchOf = (filter: Filter | undefined) =>
  filter === undefined || Object.keys(filter).length === 0 ? {} : { filter };

/** A link to the records behind a number. */
export function RecordsLink({ data: { moduleKey, slug }, filter, className, children }: RecordsLinkProps) {
  if (moduleKey === undefined || slug === undefined) return <span className={className}>{children}</span>;
  return (
    <Link to={modelPath({ moduleKey, slug })} search={searchOf(filter) as never} className={className}>
      {children}
    </Link>
  );
}
