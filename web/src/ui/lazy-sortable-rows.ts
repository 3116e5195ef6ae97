/** Loaded when a list is first touched. Editors that always sort rows import `sortable-rows.tsx` directly. */
export { SortableRows } from './sortable-rows.tsx';
