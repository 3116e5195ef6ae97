import { Readable } from 'node:stream';
import { openTable } from '#lib/tabular/open-table.ts';
import type { Cell, ReadOptions, Table, TableFile, TableRow } from '#lib/tabular/table.ts';

/** A file in memory, of which each chunk has at most `chunkBytes` bytes. */
export function fileOf(content: string | Uint8Array, { name = 'file', chunkBytes = 65_536 } = {}): TableFile {
  const bytes = Buffer.from(content);
  return {
    name,
    size: bytes.length,
    async read(range) {
      const part = range ? bytes.subarray(range.first, range.last + 1) : bytes;
      const chunks = function* () {
        for (let at = 0; at < part.length; at += chunkBytes) yield part.subarray(at, at + chunkBytes);
      };
      return Readable.from(chunks(), { objectMode: false });
    },
  };
}

export async function rowsOf(table: Table): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of table.rows()) rows.push(...batch);
  return rows;
}

/** The columns and the cells of all rows. */
export async function tableOf(file: TableFile, options?: ReadOptions): Promise<(readonly Cell[])[]> {
  const table = await openTable(file, options);
  return [table.columns, ...(await rowsOf(table)).map(({ cells }) => cells)];
}
