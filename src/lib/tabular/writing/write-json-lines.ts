import type { Cell, WrittenColumn } from '../table.ts';
import { inParts, type Rows } from './in-parts.ts';

/** Writes one JSON object in each line, with all columns. */
export async function* jsonLinesText(
  columns: readonly WrittenColumn[],
  batches: AsyncIterable<Rows>,
): AsyncGenerator<string> {
  const keys = columns.map(({ key }) => JSON.stringify(key));
  const lineOf = (row: readonly Cell[]) =>
    `{${keys.map((key, at) => `${key}:${JSON.stringify(row[at] ?? null)}`).join(',')}}\n`;
  for await (const rows of batches) yield* inParts(rows, lineOf);
}
