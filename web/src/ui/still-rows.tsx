import type { ReactNode } from 'react';
import classes from './sortable-list.module.css';

export interface ListItem {
  readonly id: string;
  /** The entry in words, for the names of its buttons. */
  readonly label: string;
  readonly content: ReactNode;
}

interface StillRowsProps {
  readonly label: string;
  readonly items: readonly ListItem[];
}

/** The rows of a list that is not put in order: its reader may not change it, or the code that moves rows is not here yet. */
export function StillRows({ label, items }: StillRowsProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map(({ id, content }) => (
        <li key={id} className={classes.row}>
          <div className={classes.content}>{content}</div>
        </li>
      ))}
    </ul>
  );
}
