import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { clientConfig } from '#db/connection.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { SpineWatch } from './spine-watch.ts';

const { admin, app, connection, tenant } = await appForFile();
const status = '/api/data/spine';

/** Opens a transaction with a transaction id, and leaves it open. Tests recognise it by its application name. */
async function openTransaction(name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...clientConfig(connection), application_name: name });
  await client.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  return client;
}

const pidOf = async (client: pg.Client): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid;

describe('an open transaction that delays events', { concurrency: 1 }, () => {
  it('is shown to the operator, with its process id and start', async () => {
    const client = await openTransaction('forgotten');
    const pid = await pidOf(client);
    // Older transactions of other tests have to end first.
    const body = await until('it to be the oldest', async () => {
      const reply = await admin.get(status);
      assert.equal(reply.status, 200, reply.text);
      return reply.body.oldestTransaction?.pid === pid && reply.body;
    });
    const { transactionStart, queryStart, ...rest } = body.oldestTransaction;
    assert.deepEqual(rest, {
      pid,
      preparedAs: null,
      database: connection.database,
      application: 'forgotten',
      state: 'idle in transaction',
    });
    for (const moment of [transactionStart, queryStart]) assert.ok(Math.abs(Date.parse(moment) - Date.now()) < 600_000);
    const later = await until('time to pass', async () => {
      const { heldBackMs } = (await admin.get(status)).body;
      return heldBackMs > body.heldBackMs && heldBackMs;
    });
    assert.ok(later > 0);
    await client.query('rollback');
    await client.end();
    await until('it to end', async () => (await admin.get(status)).body.oldestTransaction?.pid !== pid);
  });

  it('is shown to nobody else', async () => {
    assert.equal((await (await tenant()).get(status)).status, 403);
  });

  it('is reported once after ten seconds, again after a minute, and when it has ended', async () => {
    let now = 0;
    const lines: Json[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const watch = new SpineWatch(app.services.db, log, () => now);
    const client = await openTransaction('reported');
    const pid = await pidOf(client);
    await until('it to be the oldest', async () => (await watch.check()).oldestTransaction?.pid === pid);
    const linesAt = async (ms: number): Promise<Json[]> => {
      now = ms;
      lines.length = 0;
      await watch.check();
      return [...lines];
    };
    assert.deepEqual(await linesAt(10_000), []);
    const [line, ...others] = await linesAt(11_000);
    assert.deepEqual(others, []);
    assert.equal(line.level, 40);
    assert.deepEqual([line.pid, line.application, line.heldBackMs], [pid, 'reported', 11_000]);
    assert.match(line.msg, new RegExp(`waited 11 s for an open transaction: pid ${pid}, database .*, begun \\d{4}-`));
    assert.doesNotMatch(JSON.stringify(line), /pg_current_xact_id/, 'the query is not shown');
    assert.deepEqual(await linesAt(70_000), []);
    assert.equal((await linesAt(71_000)).length, 1);
    await client.query('rollback');
    await client.end();
    // The test simulates time, so another test's transaction may count as a long one and be reported first.
    const end = await until('the log line of the end', async () => (await linesAt(72_000)).at(-1));
    assert.equal(end.level, 30);
    assert.match(end.msg, /continue after \d+ s/);
  });
});
