import { Readable } from 'node:stream';
import type { Cell, WrittenColumn, WrittenFormat } from './table.ts';
import { csvText } from './writing/write-csv.ts';
import { jsonLinesText } from './writing/write-json-lines.ts';

export { withoutGuard } from './writing/guard.ts';

type Batches = AsyncIterable<readonly (readonly Cell[])[]>;

/**
 * Writes rows as a file, as fast as it is read. Each row has one cell for each column. The rows are not read further when
 * the stream is destroyed, and an error of them destroys the stream.
 */
export function writeTable(format: WrittenFormat, columns: readonly WrittenColumn[], rows: Batches): Readable {
  if (format === 'xlsx') throw new Error('workbooks cannot be written yet');
  const text = format === 'csv' ? csvText(columns, rows) : jsonLinesText(columns, rows);
  return Readable.from(bytesOf(text), { objectMode: false });
}

async function* bytesOf(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield Buffer.from(part);
}
