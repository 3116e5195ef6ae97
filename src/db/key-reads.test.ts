import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';

const { admin, app, sql } = await appForFile();
const path = '/api/sales/accounts';
const ids: string[] = [];
for (let n = 0; n < 50; n += 1) ids.push((await admin.create(path, { name: `Account ${n}` }))._id);
/** The statement is prepared on its second use, and shared from then on. */
const text = 'select $1::bigint as tenant, $2::int as n, pg_backend_pid() as pid';
const lane = () => app.services.db.request('1', undefined);
const read = (n: number) => lane().readByKey<{ n: number; pid: number }>(text, ['1', n]);
await read(0);
await read(0);

describe('reads by key', () => {
  it('answer each caller with its own record, however many read at the same time', async () => {
    const wanted = Array.from({ length: 500 }, (_, n) => n % ids.length);
    const replies = await Promise.all(wanted.map((n) => admin.get(`${path}/${ids[n]}`)));
    assert.deepEqual(
      replies.map(({ body }) => body.name),
      wanted.map((n) => `Account ${n}`),
    );
  });

  it('share a connection', async () => {
    const rows = (await Promise.all(Array.from({ length: 8 }, (_, n) => read(n)))).flat();
    assert.deepEqual(
      rows.map(({ n }) => n),
      [0, 1, 2, 3, 4, 5, 6, 7],
    );
    assert.equal(new Set(rows.map(({ pid }) => pid)).size, 1);
  });

  it('fail alone: an error of one leaves the others on its connection unharmed', async () => {
    const divide = 'select 10 / $1::int as result';
    const run = (by: number) => lane().readByKey<{ result: number }>(divide, [by]);
    await run(1);
    await run(1);
    const results = await Promise.allSettled([run(1), run(0), run(2), run(0), run(5)]);
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value[0]?.result : result.reason.code)),
      [10, '22012', 5, '22012', 2],
    );
  });

  it('all fail when their connection is lost, and the next ones get another', async () => {
    const slow = 'select pg_backend_pid() as pid, pg_sleep($1::float)';
    const run = (seconds: number) => lane().readByKey<{ pid: number }>(slow, [seconds]);
    await run(0);
    const [first] = await run(0);
    const running = [run(2), run(0), run(0)];
    const failures = Promise.allSettled(running);
    await sql('select pg_terminate_backend($1) from pg_sleep(0.2)', [first?.pid]);
    const codes = (await failures).map((result) => (result.status === 'rejected' ? result.reason.code : undefined));
    assert.equal(codes[0], '57P01');
    assert.equal((await run(0)).length, 1);
    assert.equal((await admin.get(`${path}/${ids[0]}`)).status, 200);
  });

  it('give the connections back: a transaction per connection is still possible', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, n) => read(n)));
    const { size } = app.services.db.usage()[0] as { size: number };
    const opened = Array.from({ length: size - 2 }, () => lane().transaction('1', (tx) => tx.query('select 1 as one')));
    assert.equal((await Promise.all(opened)).length, size - 2);
  });
});
