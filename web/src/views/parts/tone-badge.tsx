import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './tone-badge.module.css';

/** The meaning of a state: good, needs attention, broken, in progress, neutral. */
export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'plain';

interface ToneBadgeProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** A state in one word. The colour repeats the meaning of the word. */
export function ToneBadge({ tone, children }: ToneBadgeProps) {
  return (
    <Badge size="sm" tt="none" fw={500} className={classes[tone]}>
      {children}
    </Badge>
  );
}
