import { type CSSProperties, useEffect, useId, useRef } from 'react';
import { rowHeights, useDensity } from '~/metadata/density.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { DataTable } from '~/ui/table/data-table.tsx';
import { useScrollPlace } from '../scroll-place.ts';
import type { ViewProps } from '../view.ts';
import { activeId, type TotalsLine } from './grid-line.ts';
import classes from './table.module.css';
import { useCellEditing } from './use-cell-editing.ts';
import { useColumnActions } from './use-column-actions.ts';
import { columnTracks, useColumnPrefs } from './use-column-prefs.ts';
import { useGridActions } from './use-grid-actions.ts';
import { useGridColumns } from './use-grid-columns.tsx';
import { lineKey, lineProps, useGridLines } from './use-grid-lines.ts';
import { useLines } from './use-lines.ts';
import { useRows } from './use-rows.ts';
import type { RowSelection } from './use-selection.ts';
import type { Table } from './use-table.ts';

interface TableGridProps extends ViewProps {
  readonly table: Table;
  readonly selection: RowSelection;
}

/** A table of records as in a spreadsheet. It has only the visible rows. */
export function TableGrid(props: TableGridProps) {
  const { model, state, table, selection, onOpen } = props;
  const grid = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLTableElement>(null);
  const { layout, grouping, count, totals } = table;
  const prefs = useColumnPrefs(model, table.fields);
  const { columns } = prefs;
  const linkKey = (columns.find(({ field }) => field.key === model.titleField) ?? columns[0])?.field.key;
  const rowHeight = rowHeights[useDensity()[0]];
  const lines = useLines({ count: layout.total, size: rowHeight, scroll, covered: 2 * rowHeight });
  const { rowAt, error, retry } = useRows(table, lines.first, lines.last);
  const cells = useCellEditing(element);
  const keys = useGridActions({ model, onOpen, table, selection, columns, linkKey, lines, rowAt, scroll, cells });
  const gridColumns = useGridColumns({
    grid,
    model,
    columns,
    linkKey,
    sort: state.sort,
    actions: useColumnActions(props, element, prefs),
    selected: selection.stateOf(count ?? 0),
    onSelectAll: selection.toggleAll,
    cellEditing: cells.cellEditing,
  });
  const rows = useGridLines({ model, table, lines, rowAt, selection, active: keys.active, editing: cells.editing });
  useScrollPlace(scroll, 'table', true);
  useStartAgain(table, () => {
    scroll.current?.scrollTo({ top: 0 });
    keys.setActive(({ column }) => ({ line: 0, column }));
    cells.end();
  });
  const foot: TotalsLine[] = count === undefined ? [] : [{ kind: 'totals', line: layout.total, totals, count }];
  return (
    <>
      {error && <ErrorState error={error} onRetry={() => void retry?.()} />}
      <DataTable
        label={model.labelPlural}
        look={classes}
        columns={gridColumns}
        rows={rows}
        rowKey={lineKey}
        rowProps={lineProps}
        foot={foot}
        scrollProps={{
          ref: scroll,
          'data-stale': table.isStale || undefined,
          'data-upright': lines.isUpright || undefined,
        }}
        tableProps={{
          ref: element,
          role: grouping ? 'treegrid' : 'grid',
          tabIndex: 0,
          'aria-rowcount': layout.total + 2,
          'aria-multiselectable': true,
          'aria-busy': table.isStale,
          'aria-activedescendant': activeId(grid),
          style: { '--columns': columnTracks(columns), '--row': `${rowHeight}px` } as CSSProperties,
          ...keys.handlers,
        }}
        bodyStyle={{ height: lines.height, '--layer': `${lines.layerTop}px` } as CSSProperties}
      />
    </>
  );
}

/** Runs when the table shows another query. */
function useStartAgain({ source }: Table, start: () => void): void {
  const shown = useRef(source);
  useEffect(() => {
    if (shown.current === source) return;
    shown.current = source;
    start();
  });
}
