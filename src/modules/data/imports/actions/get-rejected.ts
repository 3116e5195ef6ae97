import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import type { Cell } from '#lib/tabular/table.ts';
import { writeTable } from '#lib/tabular/write-table.ts';
import { findOwnImport, importIdInput } from '../requested-import.ts';
import { readRejections } from '../sql/rejections.ts';

const firstRows = 50;
const maxRows = 500;

export const getRejected = defineAction({
  name: 'data.getRejectedRows',
  summary: 'The rows that an import rejected, as CSV with the columns of the file and the reason',
  routes: [{ method: 'GET', path: '/api/data/imports/:id/rejected' }],
  access: 'signed-in',
  answers: 'file',
  fileTypes: ['text/csv'],
  input: importIdInput,
  output: Type.Unknown(),
  async run(context, { id }) {
    const stored = await findOwnImport(context, id);
    const titles = [...(stored.columns ?? []), reasonTitle(stored.columns ?? [])];
    const columns = titles.map((title) => ({ key: title, title }));
    const name = `${stored.fileName.replace(/\.[^.]{1,8}$/, '')} rejected.csv`;
    return {
      stream: writeTable('csv', columns, rejectedRows(context, stored.id, titles.length)),
      type: 'text/csv; charset=utf-8',
      name,
    };
  },
});

/** The title of the last column. A file that has such a column keeps it. */
const reasonTitle = (columns: readonly string[]): string =>
  columns.includes('reason') ? 'reason of rejection' : 'reason';

async function* rejectedRows(
  context: Context,
  id: string,
  width: number,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let limit = firstRows;
  for (let after = 0; ; ) {
    const rows = await readRejections(context, id, after, limit);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ cells, reason }) => [...Array.from({ length: width - 1 }, (_, n) => cells[n] ?? null), reason]);
    after = last.n;
    // The database measures all rows up to the limit, so it asks for fewer when they are long.
    limit = rows.length < limit ? Math.max(2, rows.length) : Math.min(maxRows, limit * 2);
  }
}
