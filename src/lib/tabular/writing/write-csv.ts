import { ExactNumber } from '../../json.ts';
import type { Cell, WrittenColumn } from '../table.ts';
import { withGuard } from './guard.ts';
import { inParts, type Rows } from './in-parts.ts';

/** Quoted also for other delimiters, so that a cell stays whole in a program that takes one of them for ours. */
const quoted = /[",;\t|\r\n]|^\s|\s$/;
/** Excel takes a text without the mark for one of the local code page. */
const byteOrderMark = '\ufeff';

/** Writes CSV (RFC 4180) in UTF-8, with texts that spreadsheets do not run as formulas. */
export async function* csvText(
  columns: readonly WrittenColumn[],
  batches: AsyncIterable<Rows>,
): AsyncGenerator<string> {
  yield `${byteOrderMark}${lineOf(columns.map(({ title }) => title))}`;
  for await (const rows of batches) yield* inParts(rows, lineOf);
}

const lineOf = (cells: readonly Cell[]): string => {
  const line = cells.map((cell) => inQuotes(textOf(cell))).join(',');
  // Readers leave out empty lines.
  return line === '' && cells.length === 1 ? '""\r\n' : `${line}\r\n`;
};

const inQuotes = (text: string): string => (quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return withGuard(cell);
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  if (typeof cell === 'boolean') return String(cell);
  if (cell instanceof ExactNumber) return cell.source;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  return withGuard(JSON.stringify(cell));
}
