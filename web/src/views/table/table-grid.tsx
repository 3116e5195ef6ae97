import { type CSSProperties, useEffect, useId, useRef } from 'react';
import { rowHeights, useDensity } from '~/metadata/density.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { useScrollPlace } from '../scroll-place.ts';
import type { ViewProps } from '../view.ts';
import { GridHeader } from './grid-header.tsx';
import { GridLines } from './grid-lines.tsx';
import { activeId } from './grid-row.tsx';
import classes from './table.module.css';
import { TotalsRow } from './totals-row.tsx';
import { useCellEditing } from './use-cell-editing.ts';
import { useColumnActions } from './use-column-actions.ts';
import { selectWidth, useColumnPrefs } from './use-column-prefs.ts';
import { useGridActions } from './use-grid-actions.ts';
import { useLines } from './use-lines.ts';
import { useRows } from './use-rows.ts';
import type { RowSelection } from './use-selection.ts';
import type { Table } from './use-table.ts';

interface TableGridProps extends ViewProps {
  readonly table: Table;
  readonly selection: RowSelection;
}

/** A table that renders only the visible rows. */
export function TableGrid(props: TableGridProps) {
  const { model, state, table, selection, onOpen } = props;
  const grid = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLTableElement>(null);
  const { layout, grouping } = table;
  const prefs = useColumnPrefs(model, table.fields);
  const { columns } = prefs;
  const rowHeight = rowHeights[useDensity()[0]];
  const lines = useLines({ count: layout.total, size: rowHeight, scroll, covered: 2 * rowHeight });
  const { rowAt, error, retry } = useRows(table, lines.first, lines.last);
  const actions = useColumnActions(props, element, prefs);
  const linkKey = (columns.find(({ field }) => field.key === model.titleField) ?? columns[0])?.field.key;
  const cells = useCellEditing(element);
  const { active, setActive, click, pressKey, point } = useGridActions({
    model,
    onOpen,
    table,
    selection,
    columns,
    linkKey,
    lines,
    rowAt,
    scroll,
    cells,
  });
  useScrollPlace(scroll, 'table', true);
  const { end } = cells;
  const shownSource = useRef(table.source);
  // Another query scrolls back to the start.
  useEffect(() => {
    if (shownSource.current === table.source) return;
    shownSource.current = table.source;
    scroll.current?.scrollTo({ top: 0 });
    setActive(({ column }) => ({ line: 0, column }));
    end();
  }, [table.source, setActive, end]);

  return (
    <>
      {error && <ErrorState error={error} onRetry={() => void retry?.()} />}
      <div
        ref={scroll}
        className={classes.grid}
        data-stale={table.isStale || undefined}
        data-upright={lines.isUpright || undefined}
      >
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: grids and tree grids support it. */}
        <table
          ref={element}
          role={grouping ? 'treegrid' : 'grid'}
          tabIndex={0}
          aria-label={model.labelPlural}
          aria-rowcount={layout.total + 2}
          aria-multiselectable
          aria-busy={table.isStale}
          aria-activedescendant={activeId(grid)}
          className={classes.table}
          style={
            { '--columns': template(columns.map(({ width }) => width)), '--row': `${rowHeight}px` } as CSSProperties
          }
          onClick={click}
          onPointerOver={({ target }) => point(target as Element)}
          onPointerLeave={() => point(undefined)}
          onMouseDown={(event) => {
            // Shift selects a range of rows, so the browser must not select text.
            if (event.shiftKey) event.preventDefault();
          }}
          onKeyDown={pressKey}
        >
          <thead className={classes.head}>
            <GridHeader
              columns={columns}
              sort={state.sort ?? noSort}
              actions={actions}
              selected={selection.stateOf(table.count ?? 0)}
              onSelectAll={selection.toggleAll}
            />
          </thead>
          <tbody
            className={classes.body}
            style={{ height: lines.height, '--layer': `${lines.layerTop}px` } as CSSProperties}
          >
            <GridLines
              grid={grid}
              model={model}
              table={table}
              columns={columns}
              linkKey={linkKey}
              lines={lines}
              rowAt={rowAt}
              selection={selection}
              active={active}
              cells={cells}
            />
          </tbody>
          <tfoot className={classes.foot}>
            {table.count !== undefined && (
              <TotalsRow columns={columns} totals={table.totals} count={table.count} line={layout.total} />
            )}
          </tfoot>
        </table>
      </div>
    </>
  );
}

const noSort: readonly string[] = [];

/** The last track takes the remaining space. */
const template = (widths: readonly number[]): string =>
  `${selectWidth}px ${widths.map((width) => `${width}px`).join(' ')} minmax(0, 1fr)`;
