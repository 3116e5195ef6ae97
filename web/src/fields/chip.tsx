import type { CSSProperties, ReactNode } from 'react';
import { Dot } from './dot.tsx';
import classes from './fields.module.css';

interface ChipProps {
  /** The colour of a dot before the text. The text keeps the text colour, so that it is readable. */
  readonly color?: string | undefined;
  readonly children: ReactNode;
}

/** A short value, such as an option or a tag. */
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
