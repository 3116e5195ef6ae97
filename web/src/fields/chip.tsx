import type { CSSProperties, ReactNode } from 'react';
import { Dot } from './dot.tsx';
import classes from './fields.module.css';

interface ChipProps {
  /** With a colour it has a dot; the text stays in the colour of text, so that it is readable. */
  readonly color?: string | undefined;
  readonly children: ReactNode;
}

/** A short value: an option, a tag. */
export function Chip({ color, children }: ChipProps) {
  if (color === undefined)
    return (
      <span className={`${classes.chip} ${classes.plain}`}>
        <span>{children}</span>
      </span>
    );
  return (
    <span className={classes.chip} style={{ '--tone': color } as CSSProperties}>
      <Dot color={color} />
      <span>{children}</span>
    </span>
  );
}
