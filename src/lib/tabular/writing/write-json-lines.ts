import type { Cell, WrittenColumn } from '../table.ts';

/** Writes one JSON object in each line, with all columns. */
export async function* jsonLinesText(
  columns: readonly WrittenColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  const keys = columns.map(({ key }) => JSON.stringify(key));
  for await (const rows of batches) {
    let text = '';
    for (const row of rows)
      text += `{${keys.map((key, at) => `${key}:${JSON.stringify(row[at] ?? null)}`).join(',')}}\n`;
    if (text !== '') yield text;
  }
}
