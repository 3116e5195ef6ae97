import type { CSSProperties, ReactNode } from 'react';
import classes from './sortable-list.module.css';

export interface ListItem {
  readonly id: string;
  /** The entry as text, for the names of its buttons. */
  readonly label: string;
  readonly content: ReactNode;
}

interface StaticRowsProps {
  readonly label: string;
  readonly items: readonly ListItem[];
  /** The number of buttons that each row gets once it can be sorted. Their place is kept, so that nothing moves then. */
  readonly buttons?: number | undefined;
}

/**
 * The rows of a list without sorting. They are shown to people who may not change the list, and to others until the
 * code for sorting has loaded.
 */
export function StaticRows({ label, items, buttons }: StaticRowsProps) {
  const room = { '--buttons': buttons } as CSSProperties;
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map(({ id, content }) => (
        <li key={id} className={classes.row} data-waits={buttons !== undefined || undefined} data-static style={room}>
          <div className={classes.content}>{content}</div>
        </li>
      ))}
    </ul>
  );
}
