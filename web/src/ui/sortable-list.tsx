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
  if (props.disabled) return <StaticRows label={props.label} items={props.items} />;
  const rows = <StaticRows label={props.label} items={props.items} buttons={props.onRemove ? 3 : 2} />;
  if (!active) return rows;
  return (
    <Suspense fallback={rows}>
      <SortableRows {...props} />
    </Suspense>
  );
}
