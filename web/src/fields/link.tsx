import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyValue } from './empty-value.tsx';
import type { DisplayProps } from './kind.ts';
import { TextDisplay } from './text/display.tsx';
import { asText, isEmpty } from './values.ts';

interface LinkDisplayProps extends DisplayProps {
  /** Undefined when the text is not a safe address, which is then shown as text. */
  readonly href: string | undefined;
  readonly children?: ReactNode;
}

/** Shows an address as a link. Tables show it as text, because a click there selects the cell. */
export function LinkDisplay({ href, children, ...props }: LinkDisplayProps) {
  const { value, compact } = props;
  if (isEmpty(value)) return <EmptyValue />;
  if (href === undefined || compact) return <TextDisplay {...props} value={children ?? value} />;
  const outside = href.startsWith('http');
  return (
    <Anchor
      href={href}
      inherit
      style={{ overflowWrap: 'anywhere' }}
      {...(outside && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
    >
      {children ?? asText(value)}
    </Anchor>
  );
}
