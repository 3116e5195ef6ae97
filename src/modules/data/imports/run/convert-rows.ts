import type { JsonValue } from '#core/fields/field.ts';
import { Problem } from '#core/fields/field.ts';
import { isJsonObject } from '#lib/json.ts';
import type { TableRow } from '#lib/tabular/table.ts';
import { CellProblem } from '../convert/cell-problem.ts';
import { type CellFormat, convertCell, listOf, textOf } from '../convert/convert-cell.ts';
import type { ImportPlan, PlannedColumn } from '../plan.ts';
import { RowProblem, shortened } from './row-problem.ts';

/** A reference that a row names by another field than the id. */
export interface NamedReference {
  readonly column: PlannedColumn & Required<Pick<PlannedColumn, 'key'>>;
  readonly values: readonly JsonValue[];
}

/** The values of a row. Empty cells are left out, so they neither overwrite nor clear anything. */
export interface ConvertedRow {
  readonly row: TableRow;
  readonly record: Record<string, JsonValue>;
  readonly named: readonly NamedReference[];
}

/** Converts the cells of a row. Throws a RowProblem that names the column, the value and what was expected. */
export function convertRow(row: TableRow, { columns }: ImportPlan, format: CellFormat): ConvertedRow {
  const record: Record<string, JsonValue> = {};
  const named: NamedReference[] = [];
  for (const column of columns) {
    const cell = row.cells[column.at] ?? null;
    const { field, key } = column;
    try {
      if (key) {
        const values = keyValues(cell, column, format);
        if (values.length > 0) named.push({ column: { ...column, key }, values });
        continue;
      }
      const value = convertCell(cell, field, format);
      if (value !== undefined) record[field.key] = value;
    } catch (problem) {
      if (!(problem instanceof CellProblem)) throw problem;
      const shown = shortened(typeof cell === 'object' && isJsonObject(cell) ? JSON.stringify(cell) : textOf(cell));
      throw new RowProblem(problem.code, `Column ${shortened(column.name)}: ${shown} ${problem.message}.`, column.name);
    }
  }
  return { row, record, named };
}

/** The maximum of a field. A cell may have 50,000 names, and each takes a look-up. */
const maxReferences = 500;

/** The values by which a cell names records. */
function keyValues(
  cell: TableRow['cells'][number],
  { field, key }: PlannedColumn,
  format: CellFormat,
): readonly JsonValue[] {
  if (!key) return [];
  const texts = field.type.array ? (Array.isArray(cell) ? cell.map(String) : listOf(textOf(cell))) : [cell];
  if (texts.length > maxReferences) throw new CellProblem('too_long', `names more than ${maxReferences} records`);
  try {
    return texts.flatMap((text) => convertCell(text, key.field, format) ?? []);
  } catch (problem) {
    if (problem instanceof Problem) throw new CellProblem(problem.code, problem.message);
    throw problem;
  }
}
