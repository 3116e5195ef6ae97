import assert from 'node:assert/strict';
import type { Bomb } from './bomb.ts';

const texts: Readonly<Record<string, { readonly csv: string; readonly status: number }>> = {
  'quotation marks': { csv: `email,name\r\na@x.example,"${'""'.repeat(400_000)}`, status: 422 },
  cells: { csv: `email,name\r\n${','.repeat(900_000)}`, status: 422 },
  columns: { csv: `${','.repeat(900_000)}\r\n`, status: 422 },
  'empty lines': { csv: `email\r\n${'\n'.repeat(900_000)}a@x.example`, status: 200 },
  'lines in a cell': { csv: `email,name\r\na@x.example,"${'\n'.repeat(900_000)}"`, status: 422 },
  rows: { csv: `email,a,b,c\r\n${'x@x.example,1,2,3\r\n'.repeat(50_000)}`, status: 200 },
  'too many rows': { csv: `email\r\n${'x\r\n'.repeat(1_000_000)}`, status: 422 },
  'lines of spaces': { csv: `email\r\n${' \n'.repeat(1_500_000)}a@x.example`, status: 200 },
};

export const csvBombs: readonly Bomb[] = Object.entries(texts).map(([name, { csv, status }]) => ({
  name: `a list that is imported: ${name}`,
  async prepare({ victim, send }) {
    const list = await victim.create('/api/communications/emailLists', { name: `List ${crypto.randomUUID()}` });
    return async () => {
      const reply = await send('POST', `/api/communications/emailLists/${list._id}/import`, { csv });
      assert.equal(reply.status, status, reply.text.slice(0, 500));
    };
  },
}));
