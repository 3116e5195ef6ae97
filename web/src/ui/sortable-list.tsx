import { lazy, Suspense } from 'react';
import type { SortableListProps } from './sortable-rows.tsx';
import { StaticRows } from './static-rows.tsx';
import { useActive } from './use-active.ts';

const SortableRows = lazy(() => import('./lazy-sortable-rows.ts').then((module) => ({ default: module.SortableRows })));

/**
 * A list that is sorted by mouse, touch, keyboard or buttons. It is readable before the code for sorting has loaded.
 */
export function SortableList(props: SortableListProps) {
  const active = useActive();
  const rows = <StaticRows label={props.label} items={props.items} />;
  if (!active || props.disabled) return rows;
  return (
    <Suspense fallback={rows}>
      <SortableRows {...props} />
    </Suspense>
  );
}
