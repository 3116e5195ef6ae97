/** Loaded when a list is first touched. Editors that always move rows import `sortable-rows.tsx` itself. */
export { SortableRows } from './sortable-rows.tsx';
