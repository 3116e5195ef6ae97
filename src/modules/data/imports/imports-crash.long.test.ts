import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { endedImport, sendFile } from '#test/import-files.ts';
import { Home, until } from '#test/process.ts';

const rows = 3000;
const path = '/api/data/imports';

describe('an import whose server is killed', () => {
  it('goes on after each restart and writes every row once, also the rejected ones; so does its undo', async () => {
    await using home = await Home.prepared();
    let server = await home.start();
    let admin = await server.signIn(adminPassword);
    const lines = Array.from({ length: rows }, (_, n) =>
      n % 10 === 9 ? `nonsense ${n},Person ${n}` : `p${n}@crash.example,Person ${n}`,
    );
    const { status, body } = await sendFile(admin, path, `email,lastName\n${lines.join('\n')}\n`, {
      model: 'contacts',
    });
    assert.equal(status, 202, JSON.stringify(body));
    const processed = async (column = 'processed'): Promise<number> => {
      const [row] = await home.sql(`select coalesce(${column}, 0)::int as n from data_imports where id = $1`, [
        body._id,
      ]);
      return row.n;
    };
    // At several points: while the rows are counted, and within batches.
    for (const point of [0, 500, 1500]) {
      if (point > 0) await until(`${point} rows`, async () => (await processed()) >= point);
      assert.deepEqual(await server.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
      server = await home.start();
      admin = await server.signIn(adminPassword);
    }
    const done = await endedImport(admin, body._id);
    assert.deepEqual(
      [done.status, done.total, done.processed, done.created, done.failed],
      ['completed', rows, rows, rows * 0.9, rows * 0.1],
    );
    const [{ contacts }] = await home.sql(
      `select count(*)::int as contacts from sales_contacts where email like '%@crash.example'`,
    );
    assert.equal(contacts, rows * 0.9);
    const [written] = await home.sql(
      `select count(*)::int as events, count(distinct record_id)::int as ids from events where via_id = $1`,
      [body._id],
    );
    assert.deepEqual(written, { events: rows * 0.9, ids: rows * 0.9 });
    const [{ ended }] = await home.sql(`select count(*)::int as ended from events where type = 'import.completed'`);
    assert.equal(ended, 1);
    const rejected = await admin.get(`${path}/${body._id}/rejected`);
    assert.equal(rejected.text.trim().split(/\r?\n/).length, rows * 0.1 + 1);

    assert.equal((await admin.post(`${path}/${body._id}/undo`, {})).status, 202);
    await until('the first batches of the undo', async () => (await processed('undone')) > 0);
    await server.stop('SIGKILL');
    server = await home.start();
    admin = await server.signIn(adminPassword);
    const undone = await until(
      'the undo',
      async () => {
        const now = (await admin.get(`${path}/${body._id}`)).body;
        return now.status === 'undone' && now;
      },
      240_000,
    );
    assert.deepEqual([undone.undone, undone.kept], [rows * 0.9, 0]);
    const [{ left }] = await home.sql(
      `select count(*)::int as left from sales_contacts where email like '%@crash.example'`,
    );
    assert.equal(left, 0);
  });
});
