import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';

const { app, sql } = await appForFile();
const { db } = app.services;
await sql('create table notes (n int primary key, writer bigint default pg_current_xact_id()::text::bigint)');
await sql('grant all on notes to public');
const insert = 'insert into notes (n) values ($1::int)';
const stored = async (): Promise<number[]> =>
  (await sql('select n from notes order by n')).map(({ n }: { n: number }) => n);

describe('the last statement of a transaction, sent with the commit', () => {
  it('is committed with those before it', async () => {
    const done: string[] = [];
    const answer = await db.transaction(null, async (tx) => {
      tx.afterCommit(() => done.push('committed'));
      const first = tx.query(insert, [1]);
      const [row] = await tx.queryAndCommit<{ n: number }>(`${insert} returning n`, [2]);
      await first;
      return row?.n;
    });
    assert.deepEqual([answer, await stored(), done], [2, [1, 2], ['committed']]);
    const [{ writers }] = await sql('select count(distinct writer)::int as writers from notes');
    assert.equal(writers, 1);
  });

  it('commits nothing when it fails, and leaves the connection usable', async () => {
    const run = db.transaction(null, async (tx) => {
      tx.afterCommit(() => assert.fail('nothing was committed'));
      await tx.query(insert, [3]);
      await tx.queryAndCommit(insert, [1]);
    });
    await assert.rejects(run, { code: '23505' });
    assert.deepEqual(await stored(), [1, 2]);
    await db.transaction(null, (tx) => tx.query('select 1'));
  });

  it('commits nothing when a statement before it fails, which was sent with it', async () => {
    const run = db.transaction(null, (tx) => Promise.all([tx.query(insert, [1]), tx.queryAndCommit(insert, [3])]));
    await assert.rejects(run, { code: '23505' });
    assert.deepEqual(await stored(), [1, 2]);
  });

  it('is run again with its transaction when that conflicts with another one', async () => {
    let attempts = 0;
    await db.transaction(null, async (tx) => {
      attempts += 1;
      assert.equal(tx.isLastAttempt, false);
      const check = attempts < 3 ? 'retry_transaction()' : 'true';
      await tx.queryAndCommit(`with saved as (${insert} returning n) select ${check} from saved`, [3]);
    });
    assert.deepEqual([attempts, await stored()], [3, [1, 2, 3]]);
  });

  it('is followed by no other', async () => {
    const run = db.transaction(null, async (tx) => {
      await tx.queryAndCommit(insert, [4]);
      await tx.query(insert, [5]);
    });
    await assert.rejects(run, /a statement follows the last one/);
    assert.deepEqual(await stored(), [1, 2, 3, 4]);
  });

  it('fails when the connection is lost before its answer', async () => {
    const run = db.transaction(null, (tx) => tx.queryAndCommit('select pg_terminate_backend(pg_backend_pid())'));
    await assert.rejects(run);
    await db.transaction(null, (tx) => tx.query('select 1'));
  });
});
