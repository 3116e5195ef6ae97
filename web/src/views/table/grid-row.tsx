import { memo } from 'react';
import type { Included, RecordData } from '~/api/records.ts';
import { kindOf } from '~/fields/kinds.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';
import type { KeptDraft } from '../form/use-field-editing.ts';
import { CellContent, isPlain } from './cell-content.tsx';
import { CellEditor } from './cell-editor.tsx';
import classes from './table.module.css';
import type { Column } from './use-column-prefs.ts';

/** The id of the active cell. */
export const activeId = (grid: string): string => `${grid}-active`;

interface GridRowProps {
  readonly grid: string;
  readonly model: Model;
  readonly columns: readonly Column[];
  /** The column whose cell links to the record, and the base path of the links. */
  readonly linkKey: string | undefined;
  readonly basePath: string;
  readonly line: number;
  readonly top: number;
  readonly record: RecordData | undefined;
  readonly included: Included | undefined;
  readonly selectLabel: string;
  readonly selected: boolean;
  readonly marked: boolean;
  readonly canWrite: boolean;
  readonly activeColumn: number | undefined;
  readonly editing: boolean;
  readonly cellEditing: CellEditing;
}

/** Callbacks between the edited cell and the grid. */
export interface CellEditing {
  onEnd(id: string, column: number): void;
  onFocusBack(): void;
  /** True when the person returned to the same cell while it was being saved. */
  takeAgain(): boolean;
  /** The text typed into the cell, if its row left the page in the meantime. */
  draftOf(id: string, column: number): KeptDraft;
}

/** A row with one record. The grid handles its clicks and keys. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { grid, columns, line, top, record, selected, marked, activeColumn, selectLabel } = props;
  const isActive = activeColumn === 0;
  return (
    <tr
      aria-rowindex={line + 2}
      aria-selected={selected}
      aria-busy={record === undefined || undefined}
      data-line={line}
      data-marked={marked || undefined}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td
        id={isActive ? activeId(grid) : undefined}
        data-active={isActive || undefined}
        className={`${classes.cell} ${classes.pinned} ${classes.center}`}
        style={atLeft}
      >
        <input
          type="checkbox"
          checked={selected}
          disabled={record === undefined}
          readOnly
          tabIndex={-1}
          aria-label={selectLabel}
        />
      </td>
      {columns.map((column, n) => (
        <Cell key={column.field.key} {...props} column={column} index={n + 1} />
      ))}
      <td aria-hidden className={classes.cell} />
    </tr>
  );
});

const atLeft = { left: 0 };

export const isEditable = ({ field }: Column): boolean => !field.readOnly && !field.computed && !field.createOnly;

function Cell(props: GridRowProps & { readonly column: Column; readonly index: number }) {
  const { grid, model, column, index, record, included, linkKey, basePath, activeColumn, editing, canWrite } = props;
  const { field, left, last, target } = column;
  const active = activeColumn === index;
  const isEditing = active && editing && record !== undefined;
  const isLink = field.key === linkKey;
  let className = classes.cell;
  if (kindOf(field).align === 'right') className += ` ${classes.right}`;
  if (isPlain(field) && !isEditing) className += ` ${classes.plain}`;
  if (left !== undefined) className += ` ${classes.pinned}`;
  if (last) className += ` ${classes.edge}`;
  if (canWrite && !isLink && isEditable(column)) className += ` ${classes.editable}`;
  return (
    <td
      id={active ? activeId(grid) : undefined}
      data-active={active || undefined}
      data-editing={isEditing || undefined}
      className={className}
      style={left === undefined ? undefined : { left }}
    >
      {isEditing ? (
        <CellEditor
          model={model}
          record={record}
          field={field}
          included={included}
          onEnd={() => props.cellEditing.onEnd(record._id, index)}
          onFocusBack={props.cellEditing.onFocusBack}
          takeAgain={props.cellEditing.takeAgain}
          kept={props.cellEditing.draftOf(record._id, index)}
        />
      ) : isLink ? (
        <a
          href={record && `${basePath}${recordPath(model, record._id)}`}
          tabIndex={-1}
          className={record ? classes.link : classes.skeleton}
        >
          {!record ? (
            ''
          ) : field.key === model.titleField ? (
            titleOf(model, record)
          ) : (
            <CellContent field={field} target={target} record={record} included={included} />
          )}
        </a>
      ) : (
        <CellContent field={field} target={target} record={record} included={included} />
      )}
    </td>
  );
}
