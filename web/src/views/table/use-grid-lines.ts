import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import type { RowProps } from '~/ui/table/table-row.tsx';
import type { GridLine } from './grid-line.ts';
import classes from './table.module.css';
import type { useCellEditing } from './use-cell-editing.ts';
import type { ActiveCell } from './use-grid-keys.ts';
import type { useLines } from './use-lines.ts';
import { useLiveMarks } from './use-live-marks.ts';
import type { useRows } from './use-rows.ts';
import type { RowSelection } from './use-selection.ts';
import type { Table } from './use-table.ts';

interface GridLinesOptions {
  readonly model: Model;
  readonly table: Table;
  readonly lines: ReturnType<typeof useLines>;
  readonly rowAt: ReturnType<typeof useRows>['rowAt'];
  readonly selection: RowSelection;
  readonly active: ActiveCell;
  readonly editing: ReturnType<typeof useCellEditing>['editing'];
}

/** The visible lines of a table: records and headings of groups. */
export function useGridLines(options: GridLinesOptions): readonly GridLine[] {
  const { model, table, lines, rowAt, selection, active, editing } = options;
  const { layout, groupSections, grouping } = table;
  const can = useCan();
  const marks = useLiveMarks(model);
  return lines.lines.map((line): GridLine => {
    const place = layout.at(line);
    const section = place?.kind === 'header' ? groupSections?.[place.section] : undefined;
    const top = lines.topOf(line);
    const isActive = active.line === line;
    if (section && grouping)
      return { kind: 'group', key: section.key, line, top, activeColumn: isActive ? 1 : undefined, grouping, section };
    const { record, included } = rowAt(line);
    const editedColumn = record && record._id === editing?.id ? editing.column : undefined;
    return {
      kind: 'record',
      // An edited row has its record as key, so that typed text stays with the record when lines move.
      key: record && editedColumn !== undefined ? record._id : lines.slotOf(line),
      line,
      top,
      activeColumn: editedColumn ?? (isActive ? active.column : undefined),
      record,
      included,
      selected: record !== undefined && selection.ids.has(record._id),
      marked: record !== undefined && marks.has(record._id),
      canWrite: record !== undefined && can.writeRecord(model, record),
      editing: editedColumn !== undefined,
    };
  });
}

export const lineKey = (line: GridLine): string | number => (line.kind === 'totals' ? line.kind : line.key);

/** The attributes of a line's row. */
export function lineProps(line: GridLine): RowProps {
  const place = { 'aria-rowindex': line.line + 2 };
  if (line.kind === 'totals') return { ...place, className: classes.totals };
  const row = { ...place, 'data-line': line.line, style: { transform: `translateY(${line.top}px)` } };
  if (line.kind === 'group')
    return { ...row, 'aria-expanded': !line.section.collapsed, className: `${classes.row} ${classes.group}` };
  return {
    ...row,
    'aria-selected': line.selected,
    'aria-busy': line.record === undefined || undefined,
    'data-marked': line.marked || undefined,
  };
}
