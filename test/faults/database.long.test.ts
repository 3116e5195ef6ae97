import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../process.ts';
import { timeLimit } from '../time-limit.ts';
import { Load } from './load.ts';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { allDelivered, assertOneToOne, register, Stage } from './stage.ts';

const maxRecoveryMs = timeLimit(10_000);

const stage = await Stage.forFile({ ownCluster: true });
const sink = await Sink.forFile();
const server = await stage.start({ LOG_LEVEL: 'warn' });
const admin = await stage.admin(server);
await register(admin, sink, '/hook');

/** A fast shutdown, as in a system upgrade; the supervisor starts PostgreSQL again. */
async function restartPostgres(): Promise<void> {
  const [{ pid }] = await stage.sql(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`);
  process.kill(pid, 'SIGINT');
  await until('PostgreSQL to be running again', () =>
    stage.sql(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`).then(
      ([row]) => row.pid !== pid,
      () => false,
    ),
  );
}

async function cutConnections(): Promise<void> {
  for (let n = 0; n < 10; n += 1) {
    await stage.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    await sleep(20);
  }
}

/** The time in ms from the start of a fault to the first arrival of a contact created after it. */
async function recoveryMs(load: Load, fault: () => Promise<void>): Promise<number> {
  const from = Date.now();
  await fault();
  const over = Date.now();
  const made = await until('a create after the fault', () => {
    const found = [...load.answered].find(([, at]) => at > over);
    return found?.[0];
  });
  const arrival = await until(`${made} to arrive`, () => sink.received.find(({ recordId }) => recordId === made));
  return Math.round(arrival.at - from);
}

describe('a server that loses its database under load', () => {
  for (const [what, fault] of [
    ['is restarted', restartPostgres],
    ['closes every connection repeatedly', cutConnections],
  ] as const) {
    it(`keeps running, loses nothing and soon delivers again when the database ${what}`, async (t) => {
      await using load = new Load(admin, 8, 2);
      const took: number[] = [];
      for (let round = 0; round < scale.databaseRounds; round += 1) {
        await load.more(60);
        took.push(await recoveryMs(load, fault));
      }
      await load.more(60);
      await load.end();
      assert.ok(server.running, server.stderr);
      assert.deepEqual(load.unexpected, []);
      const [{ count }] = await stage.sql('select count(*)::int from sales_contacts');
      await sink.arrived(count);
      await allDelivered(stage, count);
      const arrived = sink.records;
      for (const id of load.answered.keys()) assert.ok(arrived.has(id), `${id} was answered and did not arrive`);
      await assertOneToOne(stage);
      assert.deepEqual(sink.unverified, []);
      t.diagnostic(
        `${load.answered.size} creates answered, ${load.refusals} not; delivered again after ${took.join(', ')} ms; ${sink.extras} extras so far`,
      );
      for (const ms of took) assert.ok(ms <= maxRecoveryMs, `delivering resumed after ${ms} ms`);
    });
  }
});
