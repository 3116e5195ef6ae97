import { Readable } from 'node:stream';
import type { WrittenColumn, WrittenFormat } from './table.ts';
import type { Rows } from './writing/in-parts.ts';
import { csvText } from './writing/write-csv.ts';
import { jsonLinesText } from './writing/write-json-lines.ts';
import { xlsxBytes } from './writing/write-xlsx.ts';

export { withoutGuard } from './writing/guard.ts';

/**
 * Writes rows as a file, as fast as it is read. Each row has one cell for each column. The rows are not read further when
 * the stream is destroyed, and an error of them destroys the stream.
 */
export function writeTable(
  format: WrittenFormat,
  columns: readonly WrittenColumn[],
  rows: AsyncIterable<Rows>,
): Readable {
  const parts = {
    csv: () => bytesOf(csvText(columns, rows)),
    jsonl: () => bytesOf(jsonLinesText(columns, rows)),
    xlsx: () => xlsxBytes(columns, rows),
  };
  return Readable.from(parts[format](), { objectMode: false });
}

async function* bytesOf(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield Buffer.from(part);
}
