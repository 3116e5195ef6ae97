import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json } from '../harness.ts';
import { until } from '../process.ts';
import { Sink } from './sink.ts';
import { allDelivered, assertOneToOne, createMany, register, Stage } from './stage.ts';

const env = { WEBHOOK_TIMEOUT: '1s', WEBHOOK_RETRY_DELAYS: '100ms,100ms', LOG_LEVEL: 'info' };
const count = 10;
const stage = await Stage.forFile();
const sink = await Sink.forFile();
const sleeper = await stage.start(env);
const admin = await stage.admin(sleeper);
await register(admin, sink, '/refused');
await register(admin, sink, '/accepted');

const log = () =>
  stage.sql<Json>('select id, status, tries, attempts, finished_at from webhook_deliveries order by id');
const refusals = () => sleeper.lines.filter((line) => line.includes('a late result of a webhook delivery was refused'));

describe('a node that stands still for longer than its lease', () => {
  it('has its results refused when it wakes up: what another made of them stands', async (t) => {
    sink.delayMs = Number.POSITIVE_INFINITY;
    await createMany(admin, count);
    await sink.arrived(count * 2);
    process.kill(sleeper.pid, 'SIGSTOP');
    const stopped = Date.now();
    // Half of the answers that it will find are failures, half are successes.
    for (const [response, key] of sink.open) {
      response.writeHead(key.startsWith('/refused') ? 500 : 200).end();
    }
    sink.delayMs = 0;
    const other = await stage.start(env);
    await allDelivered(stage, count * 2);
    const takenUpMs = Date.now() - stopped;
    const before = await log();
    for (const { status, tries, attempts } of before) {
      assert.equal(status, 'delivered');
      assert.equal(tries, 1);
      assert.equal(attempts.length, 2, JSON.stringify(attempts));
      assert.match(attempts[0].error, /ended before the result was known/);
      assert.equal(attempts[1].responseStatus, 200);
    }
    process.kill(sleeper.pid, 'SIGCONT');
    await until('the late results to be refused', () => refusals().length >= count * 2, 20_000);
    assert.deepEqual(await log(), before);
    assert.equal(sink.extras, count * 2);

    // Both are at work again, and the webhooks are as well as they were.
    await createMany(admin, count);
    await allDelivered(stage, count * 4);
    await assertOneToOne(stage);
    assert.deepEqual(sink.unverified, []);
    t.diagnostic(`taken up and delivered ${takenUpMs} ms after the stop, ${refusals().length} late results refused`);
    for (const node of [sleeper, other]) assert.deepEqual(await node.stop(), { code: 0, signal: null });
  });
});
