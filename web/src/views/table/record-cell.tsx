import { type Model, recordPath } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';
import type { KeptDraft } from '../form/use-field-phase.ts';
import { CellContent } from './cell-content.tsx';
import { CellEditor } from './cell-editor.tsx';
import type { RecordLine } from './grid-line.ts';
import classes from './table.module.css';
import type { FieldColumn } from './use-column-prefs.ts';

/** Callbacks between the edited cell and the grid. */
export interface CellEditing {
  onEnd(id: string, column: number): void;
  onFocusBack(): void;
  /** True when the person returned to the same cell while it was being saved. */
  takeAgain(): boolean;
  /** The text typed into the cell, if its row left the page in the meantime. */
  draftOf(id: string, column: number): KeptDraft;
}

export interface RecordCellProps {
  readonly model: Model;
  readonly column: FieldColumn;
  /** The number of the column; the checkbox is column 0. */
  readonly index: number;
  readonly line: RecordLine;
  /** True when the cell links to the record. */
  readonly isLink: boolean;
  /** The base path of links. */
  readonly basePath: string;
  readonly cellEditing: CellEditing;
}

/** The value of a record in a cell, or the input that changes it. The grid handles its clicks and keys. */
export function RecordCell({ model, column, index, line, isLink, basePath, cellEditing }: RecordCellProps) {
  const { field, target } = column;
  const { record, included } = line;
  if (record && line.editing && line.activeColumn === index)
    return (
      <CellEditor
        model={model}
        record={record}
        field={field}
        included={included}
        onEnd={() => cellEditing.onEnd(record._id, index)}
        onFocusBack={cellEditing.onFocusBack}
        takeAgain={cellEditing.takeAgain}
        kept={cellEditing.draftOf(record._id, index)}
      />
    );
  const content = <CellContent field={field} target={target} record={record} included={included} />;
  if (!isLink) return content;
  return (
    <a
      href={record && `${basePath}${recordPath(model, record._id)}`}
      tabIndex={-1}
      className={record ? classes.link : classes.skeleton}
    >
      {!record ? '' : field.key === model.titleField ? titleOf(model, record) : content}
    </a>
  );
}
