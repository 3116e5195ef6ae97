import { useRouter } from '@tanstack/react-router';
import { type CSSProperties, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { rowHeights, useDensity } from '~/metadata/density.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import type { KeptDraft } from '../form/use-field-editing.ts';
import { usePrefetchRecord } from '../record-query.ts';
import { useScrollPlace } from '../scroll-place.ts';
import type { ViewProps } from '../view.ts';
import { GridHeader } from './grid-header.tsx';
import { activeId, type CellEditing, GridRow, isEditable } from './grid-row.tsx';
import { GroupRow } from './group-row.tsx';
import classes from './table.module.css';
import { TotalsRow } from './totals-row.tsx';
import { useColumnActions } from './use-column-actions.ts';
import { type Column, selectWidth, useColumnPrefs } from './use-column-prefs.ts';
import { type ActiveCell, handleGridKey } from './use-grid-keys.ts';
import { useLines } from './use-lines.ts';
import { useLiveMarks } from './use-live-marks.ts';
import { useRows } from './use-rows.ts';
import type { RowSelection } from './use-selection.ts';
import type { Table } from './use-table.ts';

interface TableGridProps extends ViewProps {
  readonly table: Table;
  readonly selection: RowSelection;
}

/** The rows and columns of a table, of which only those in view exist. */
export function TableGrid(props: TableGridProps) {
  const { model, state, table, selection, onOpen } = props;
  const grid = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLTableElement>(null);
  const { layout, groupSections, grouping } = table;
  const can = useCan();
  const basePath = useRouter().basepath;
  const selectLabel = useTranslation('records').t('select.row');
  const marks = useLiveMarks(model);
  const prefs = useColumnPrefs(model, table.fields);
  const { columns } = prefs;
  const rowHeight = rowHeights[useDensity()[0]];
  const lines = useLines({ count: layout.total, size: rowHeight, scroll, covered: 2 * rowHeight });
  const { rowAt, error, retry } = useRows(table, lines.first, lines.last);
  const [active, setActive] = useState<ActiveCell>({ line: 0, column: 1 });
  /** By id, because lines move when somebody creates or deletes a record. */
  const [editing, setEditing] = useState<{ readonly id: string; readonly column: number }>();
  const prefetch = usePrefetchRecord(model);
  const actions = useColumnActions(props, element, prefs);
  const linkKey = (columns.find(({ field }) => field.key === model.titleField) ?? columns[0])?.field.key;
  const again = useRef(false);
  const drafts = useRef(new Map<string, ReturnType<KeptDraft['take']>>());
  const cellEditing = useMemo(
    (): CellEditing => ({
      // A cell that was left is still saved while the next one is edited already.
      onEnd: (id, column) => setEditing((now) => (now?.id === id && now.column === column ? undefined : now)),
      onFocusBack: () => element.current?.focus({ preventScroll: true }),
      takeAgain: () => {
        const asked = again.current;
        again.current = false;
        return asked;
      },
      draftOf: (id, column) => {
        const cell = `${id} ${column}`;
        return {
          take: () => drafts.current.get(cell),
          keep: (typed) => (typed ? drafts.current.set(cell, typed) : drafts.current.delete(cell)),
        };
      },
    }),
    [],
  );
  useScrollPlace(scroll, 'table', true);
  const shownSource = useRef(table.source);
  // Another query begins at its start.
  useEffect(() => {
    if (shownSource.current === table.source) return;
    shownSource.current = table.source;
    scroll.current?.scrollTo({ top: 0 });
    setActive(({ column }) => ({ line: 0, column }));
    setEditing(undefined);
  }, [table.source]);

  const idAt = (line: number) => rowAt(line).record?._id;
  const activate = (cell: ActiveCell) => {
    setEditing(undefined);
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
    if (!record || id === undefined || !column || !isEditable(column) || !can.writeRecord(model, record)) return false;
    again.current = editing?.id === id && editing.column === cell.column;
    setActive(cell);
    if (!again.current) {
      drafts.current.clear();
      setEditing({ id, column: cell.column });
    }
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
  /** With a key held, the browser opens another tab or window. */
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
    if (column > columns.length) return;
    setEditing(undefined);
    setActive({ line, column });
    if (event.shiftKey) toggleRow(line, true);
    else if (columns[column - 1]?.field.key !== linkKey) edit({ line, column });
  };

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
          onPointerOver={({ target }) => prefetch(idAt(lineOf(target as Element)))}
          onPointerLeave={() => prefetch(undefined)}
          onMouseDown={(event) => {
            // A range of rows, not of text.
            if (event.shiftKey) event.preventDefault();
          }}
          onKeyDown={(event) =>
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
            })
          }
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
            {lines.lines.map((line) => {
              const place = layout.at(line);
              const section = place?.kind === 'header' ? groupSections?.[place.section] : undefined;
              const common = { grid, columns, line, top: lines.topOf(line) };
              if (section && grouping)
                return (
                  <GroupRow
                    {...common}
                    key={section.key}
                    grouping={grouping}
                    section={section}
                    active={active.line === line}
                  />
                );
              const { record, included } = rowAt(line);
              const editedColumn = record && record._id === editing?.id ? editing.column : undefined;
              return (
                <GridRow
                  {...common}
                  // What is typed stays with its record when lines move.
                  key={editedColumn === undefined ? lines.slotOf(line) : record?._id}
                  model={model}
                  linkKey={linkKey}
                  basePath={basePath}
                  selectLabel={selectLabel}
                  record={record}
                  included={included}
                  selected={record !== undefined && selection.ids.has(record._id)}
                  marked={record !== undefined && marks.has(record._id)}
                  canWrite={record !== undefined && can.writeRecord(model, record)}
                  activeColumn={editedColumn ?? (active.line === line ? active.column : undefined)}
                  editing={editedColumn !== undefined}
                  cellEditing={cellEditing}
                />
              );
            })}
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

/** The line of an element in a row; not a number outside of the rows. */
const lineOf = (element: Element): number =>
  Number(element.closest('[data-line]')?.getAttribute('data-line') ?? Number.NaN);

const noSort: readonly string[] = [];

/** The last track takes the space that is left. */
const template = (widths: readonly number[]): string =>
  `${selectWidth}px ${widths.map((width) => `${width}px`).join(' ')} minmax(0, 1fr)`;

/** Scrolls sideways so that pinned columns do not cover the column. */
function revealColumn(element: HTMLDivElement | null, columns: readonly Column[], index: number): void {
  const column = columns[index];
  if (!element || !column) return;
  const widthOf = (some: readonly Column[]) => some.reduce((sum, { width }) => sum + width, selectWidth);
  const start = widthOf(columns.slice(0, index));
  const covered = widthOf(columns.filter(({ left }) => left !== undefined));
  if (element.scrollLeft > start - covered) element.scrollLeft = start - covered;
  else if (element.scrollLeft < start + column.width - element.clientWidth)
    element.scrollLeft = start + column.width - element.clientWidth;
}
