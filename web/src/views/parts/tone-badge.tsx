import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './tone-badge.module.css';

/** How a state is meant: all is well, look at it, it is broken, it goes on, nothing special. */
export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'plain';

interface ToneBadgeProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** A state in one word. The colour only repeats what the word says. */
export function ToneBadge({ tone, children }: ToneBadgeProps) {
  return (
    <Badge size="sm" tt="none" fw={500} className={classes[tone]}>
      {children}
    </Badge>
  );
}
