import { lazy, Suspense } from 'react';
import type { SortableListProps } from './sortable-rows.tsx';
import { StillRows } from './still-rows.tsx';
import { useActive } from './use-active.ts';

const SortableRows = lazy(() => import('./later-rows.ts').then((module) => ({ default: module.SortableRows })));

/** A list that is put in order by mouse, touch, keyboard and buttons. It can be read before the code that moves its rows is here. */
export function SortableList(props: SortableListProps) {
  const active = useActive();
  const rows = <StillRows label={props.label} items={props.items} />;
  if (!active || props.disabled) return rows;
  return (
    <Suspense fallback={rows}>
      <SortableRows {...props} />
    </Suspense>
  );
}
