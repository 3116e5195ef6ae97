import { lazy, Suspense } from 'react';
import classes from './sortable-list.module.css';
import type { SortableListProps } from './sortable-rows.tsx';
import { useActive } from './use-active.ts';

const SortableRows = lazy(() => import('./later-rows.ts').then((module) => ({ default: module.SortableRows })));

/** A list that is put in order by mouse, touch, keyboard and buttons. It can be read before the code that moves its rows is here. */
export function SortableList(props: SortableListProps) {
  const active = useActive();
  const rows = (
    <ul className={classes.list} aria-label={props.label}>
      {props.items.map(({ id, content }) => (
        <li key={id} className={classes.row}>
          <div className={classes.content}>{content}</div>
        </li>
      ))}
    </ul>
  );
  if (!active) return rows;
  return (
    <Suspense fallback={rows}>
      <SortableRows {...props} />
    </Suspense>
  );
}
