import { type Field, type JsonValue, Problem } from '#core/fields/field.ts';
import { isId } from '#lib/ids.ts';
import { parseJson } from '#lib/json.ts';
import type { Cell } from '#lib/tabular/table.ts';
import { withoutGuard } from '#lib/tabular/write-table.ts';
import { CellProblem } from './cell-problem.ts';
import { type DateFormat, dateFormat, readDate, readDatetime } from './dates.ts';
import { type NumberFormat, numberFormat, readNumber } from './numbers.ts';

/** How the texts of a file are to be read. */
export interface CellFormat {
  readonly numbers: NumberFormat;
  readonly dates: DateFormat;
  /** The time zone of times without an offset. */
  readonly zone: string;
}

export const cellFormat = (locale: string, zone: string): CellFormat => ({
  numbers: numberFormat(locale),
  dates: dateFormat(locale),
  zone,
});

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'y', 'ja', 'j', 'wahr', '1', 'x', 'on', 'an', '✓']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'n', 'nein', 'falsch', '0', 'off', 'aus', '-']);

/** The text of a cell as people see it; an empty text for a cell that has none. */
export function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return withoutGuard(cell).trim();
  if (cell instanceof Date) {
    const text = cell.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/**
 * The value of a cell for a field; undefined for an empty cell. Throws a CellProblem when the cell does not have the form of the
 * field: nothing is changed silently.
 */
export function convertCell(cell: Cell, field: Field, format: CellFormat): JsonValue | undefined {
  const text = textOf(cell);
  if (text === '') return undefined;
  try {
    return field.type.check(readCell(cell, text, field, format), field);
  } catch (problem) {
    if (problem instanceof Problem) throw new CellProblem(problem.code, problem.message);
    throw problem;
  }
}

function readCell(cell: Cell, text: string, field: Field, format: CellFormat): unknown {
  const { type } = field;
  const kind = type.valueType ?? type.name;
  switch (kind) {
    case 'number':
    case 'integer':
      return typeof cell === 'number' ? cell : readNumber(text, format.numbers);
    case 'boolean':
      return typeof cell === 'boolean' ? cell : readBoolean(text);
    case 'date':
      return readDate(dateCell(cell, text), format.dates);
    case 'datetime':
      return readDatetime(dateCell(cell, text), format.dates, format.zone);
    case 'choice':
      return readChoice(text, field);
    case 'list':
    case 'references':
      return Array.isArray(cell) ? cell : listOf(text);
    case 'json':
      return cell !== null && typeof cell === 'object' ? cell : readJson(text);
    case 'reference':
      if (!isId(text.toLowerCase()))
        throw new CellProblem(
          'invalid_format',
          `is not an id; map the column to a field of the record, as in ${field.key}.name`,
        );
      return text.toLowerCase();
    case 'email':
      return text.replace(/^mailto:/i, '');
    case 'url':
      return /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:[/?#]|$)/u.test(text) ? `https://${text}` : text;
    default:
      return text;
  }
}

const dateCell = (cell: Cell, text: string): string | number | Date =>
  cell instanceof Date || typeof cell === 'number' ? cell : text;

function readBoolean(text: string): boolean {
  const word = text.toLowerCase();
  if (yes.has(word)) return true;
  if (no.has(word)) return false;
  throw new CellProblem('invalid_type', 'is not yes or no');
}

/** The value of an option that the cell names by its value or its label. */
function readChoice(text: string, { options }: Field): string {
  const word = text.toLowerCase();
  const found =
    options?.find(({ value }) => value.toLowerCase() === word) ??
    options?.find(({ label }) => label.toLowerCase() === word);
  return found?.value ?? text;
}

/** The texts of a list, without repetitions: split at semicolons and lines, or else at commas. */
export function listOf(text: string): string[] {
  const parts = /[;\n]/.test(text) ? text.split(/[;\n]+/) : text.split(',');
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new CellProblem('invalid_format', 'is not JSON');
  }
}
