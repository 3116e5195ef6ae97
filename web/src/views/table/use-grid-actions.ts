import { type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useState } from 'react';
import { useCan } from '~/metadata/access.ts';
import { usePrefetchRecord } from '../record-query.ts';
import type { ViewProps } from '../view.ts';
import { isEditable } from './columns.ts';
import type { useCellEditing } from './use-cell-editing.ts';
import { type FieldColumn, selectWidth } from './use-column-prefs.ts';
import { type ActiveCell, handleGridKey } from './use-grid-keys.ts';
import type { useLines } from './use-lines.ts';
import type { useRows } from './use-rows.ts';
import type { RowSelection } from './use-selection.ts';
import type { Table } from './use-table.ts';

interface Options extends Pick<ViewProps, 'model' | 'onOpen'> {
  readonly table: Table;
  readonly selection: RowSelection;
  readonly columns: readonly FieldColumn[];
  /** The column that links to the record. */
  readonly linkKey: string | undefined;
  readonly lines: ReturnType<typeof useLines>;
  readonly rowAt: ReturnType<typeof useRows>['rowAt'];
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly cells: ReturnType<typeof useCellEditing>;
}

/** The active cell of a table, and the effects of keys and clicks. */
export function useGridActions(options: Options) {
  const { model, onOpen, table, selection, columns, linkKey, lines, rowAt, scroll, cells } = options;
  const { layout, groupSections } = table;
  const can = useCan();
  const prefetch = usePrefetchRecord(model);
  const [active, setActive] = useState<ActiveCell>({ line: 0, column: 1 });

  const idAt = (line: number) => rowAt(line).record?._id;
  const activate = (cell: ActiveCell) => {
    cells.end();
    setActive(cell);
    prefetch(idAt(cell.line));
    lines.reveal(cell.line);
    const column = columns[cell.column - 1];
    if (column && column.left === undefined) revealColumn(scroll.current, columns, cell.column - 1);
  };
  const edit = (cell: ActiveCell): boolean => {
    const column = columns[cell.column - 1];
    const { record } = rowAt(cell.line);
    const id = record?._id;
    if (!record || id === undefined || !column || !isEditable(column.field) || !can.writeRecord(model, record))
      return false;
    cells.begin(id, cell.column);
    setActive(cell);
    return true;
  };
  const toggleSection = (section: number) => {
    const key = groupSections?.[section]?.key;
    if (key !== undefined) table.toggleGroup(key);
  };
  const toggleRow = (line: number, extend: boolean) => {
    if (extend) selection.extend(line, idAt);
    else selection.toggle(idAt(line), line);
  };
  const open = (line: number) => {
    const { record } = rowAt(line);
    if (record) onOpen(record);
  };
  /** With a modifier key, the browser opens another tab or window. */
  const followLink = (event: MouseEvent, line: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(line);
  };
  const click = (event: MouseEvent) => {
    const target = event.target as Element;
    const line = lineOf(target);
    const place = layout.at(line);
    if (!place || target.closest('[data-editing]')) return;
    if (place.kind === 'header') return toggleSection(place.section);
    if (target.closest('a')) return followLink(event, line);
    const column = target.closest('td')?.cellIndex ?? 0;
    if (column === 0) {
      setActive({ line, column });
      return toggleRow(line, event.shiftKey);
    }
    if (!columns[column - 1]) return;
    cells.end();
    setActive({ line, column });
    if (event.shiftKey) toggleRow(line, true);
    else if (columns[column - 1]?.field.key !== linkKey) edit({ line, column });
  };

  const pressKey = (event: KeyboardEvent) =>
    handleGridKey(event, {
      layout,
      columns: columns.length,
      linesInView: lines.linesInView,
      active,
      onActive: activate,
      onEdit: edit,
      onOpen: open,
      isLink: (column) => columns[column - 1]?.field.key === linkKey,
      onToggleGroup: toggleSection,
      onToggleRow: (line) => toggleRow(line, false),
      onExtend: (line, from) => selection.extend(line, idAt, from),
      onSelectAll: selection.selectAll,
      onEscape: selection.clear,
    });
  const point = (target: Element | undefined) => prefetch(target && idAt(lineOf(target)));
  const handlers = {
    onClick: click,
    onPointerOver: ({ target }: PointerEvent) => point(target as Element),
    onPointerLeave: () => point(undefined),
    onMouseDown: (event: MouseEvent) => {
      // Shift selects a range of rows, so the browser must not select text.
      if (event.shiftKey) event.preventDefault();
    },
    onKeyDown: pressKey,
  };
  return { active, setActive, handlers };
}

/** The line of an element in a row; not a number outside of the rows. */
const lineOf = (element: Element): number =>
  Number(element.closest('[data-line]')?.getAttribute('data-line') ?? Number.NaN);

/** Scrolls sideways so that pinned columns do not cover the column. */
function revealColumn(element: HTMLDivElement | null, columns: readonly FieldColumn[], index: number): void {
  const column = columns[index];
  if (!element || !column) return;
  const widthOf = (some: readonly FieldColumn[]) => some.reduce((sum, { width }) => sum + width, selectWidth);
  const start = widthOf(columns.slice(0, index));
  const covered = widthOf(columns.filter(({ left }) => left !== undefined));
  if (element.scrollLeft > start - covered) element.scrollLeft = start - covered;
  else if (element.scrollLeft < start + column.width - element.clientWidth)
    element.scrollLeft = start + column.width - element.clientWidth;
}
