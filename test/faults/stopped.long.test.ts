import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json } from '../harness.ts';
import { type ServerProcess, until } from '../process.ts';
import { Sink } from './sink.ts';
import { allDelivered, assertOneToOne, createMany, register, Stage, webhooks } from './stage.ts';

const env = { WEBHOOK_TIMEOUT: '1s', WEBHOOK_RETRY_DELAYS: '100ms,100ms', LOG_LEVEL: 'info' };
const count = 10;
const stage = await Stage.forFile();
const sink = await Sink.forFile();
const stoppedNode = await stage.start(env);
const admin = await stage.admin(stoppedNode);
const registered = [await register(admin, sink, '/refused'), await register(admin, sink, '/accepted')];

const log = () =>
  stage.sql<Json>('select id, status, tries, attempts, finished_at from webhook_deliveries order by id');
const refusals = ({ lines }: ServerProcess) =>
  lines.filter((line) => line.includes('a late result of a webhook delivery was refused'));

describe('a node that is stopped for longer than its lease', () => {
  it('has its late results refused, and the results of another node stay', async (t) => {
    sink.delayMs = Number.POSITIVE_INFINITY;
    await createMany(admin, count);
    await sink.arrived(count * 2);
    process.kill(stoppedNode.pid, 'SIGSTOP');
    const stopped = Date.now();
    // The node later finds failures for half of the requests, and successes for the other half.
    for (const [response, key] of sink.open) {
      response.writeHead(key.startsWith('/refused') ? 500 : 200).end();
    }
    sink.delayMs = 0;
    const other = await stage.start(env);
    await allDelivered(stage, count * 2);
    const redeliveredMs = Date.now() - stopped;
    const before = await log();
    for (const { status, tries, attempts } of before) {
      assert.equal(status, 'delivered');
      assert.equal(tries, 1);
      assert.equal(attempts.length, 2, JSON.stringify(attempts));
      assert.match(attempts[0].error, /ended before the result was known/);
      assert.equal(attempts[1].responseStatus, 200);
    }
    process.kill(stoppedNode.pid, 'SIGCONT');
    await until('the late results to be refused', () => refusals(stoppedNode).length >= count * 2, 20_000);
    assert.deepEqual(await log(), before);
    assert.equal(sink.extras, count * 2);

    // Both nodes work again, and so do the webhooks.
    await createMany(admin, count);
    await allDelivered(stage, count * 4);
    await assertOneToOne(stage);
    assert.deepEqual(sink.unverified, []);
    t.diagnostic(
      `delivered by the other node ${redeliveredMs} ms after the stop, ${refusals(stoppedNode).length} late results refused`,
    );
    for (const node of [stoppedNode, other]) assert.deepEqual(await node.stop(), { code: 0, signal: null });
  });

  it('does not send its queued deliveries, which another node has delivered', async (t) => {
    const waiting = 300;
    const inFlight = 32;
    const path = '/in-line';
    // The timeout leaves time to stop the node before the first request times out.
    const patientNode = await stage.start({ ...env, WEBHOOK_TIMEOUT: '3s' });
    const client = await stage.admin(patientNode);
    for (const { _id } of registered) assert.equal((await client.delete(`${webhooks}/${_id}`)).status, 204);
    await register(client, sink, path);
    const quick = await makeQuick(client);

    sink.delayMs = Number.POSITIVE_INFINITY;
    await createMany(client, waiting, {}, waiting);
    await until('all of them to be in its queue', async () => (await packed()) === waiting);
    await until('the maximum number of concurrent requests', () => sink.open.size === inFlight);
    process.kill(patientNode.pid, 'SIGSTOP');
    const stopped = Date.now();
    const atStop = countsAt(path);
    const sent = [...sink.open.values()];
    assert.deepEqual([sent.length, await packed(), atStop.size], [inFlight, waiting, quick + inFlight]);
    // Its requests are answered before it continues.
    sink.release();
    const other = await stage.start({ ...env, WEBHOOK_TIMEOUT: '3s' });
    await allDelivered(stage, quick + waiting);
    const redeliveredMs = Date.now() - stopped;
    const before = await log();
    const redelivered = before.filter(({ attempts }) => attempts.length === 2);
    assert.equal(redelivered.length, waiting);
    for (const { attempts } of redelivered) assert.match(attempts[0].error, /ended before the result was known/);
    assert.equal(await packed(), 0);

    process.kill(patientNode.pid, 'SIGCONT');
    await until('the late results to be refused', () => refusals(patientNode).length >= inFlight, 20_000);
    // It works again, and has dropped its old queue.
    await createMany(client, count);
    await allDelivered(stage, quick + waiting + count);
    const repeated = [...countsAt(path)].filter(([, times]) => times !== 1);
    assert.deepEqual(
      new Map(repeated),
      new Map(sent.map((key) => [key, 2])),
      'only deliveries in flight at the stop arrived more than once',
    );
    assert.deepEqual((await log()).slice(0, before.length), before);
    await assertOneToOne(stage);
    assert.deepEqual(sink.unverified, []);
    t.diagnostic(
      `${waiting} delivered by the other node ${redeliveredMs} ms after the stop, ${repeated.length} arrived again`,
    );
    for (const node of [patientNode, other]) assert.deepEqual(await node.stop(), { code: 0, signal: null });
  });
});

/** The number of arrivals of each event at a path. */
const countsAt = (path: string): Map<string, number> =>
  new Map([...sink.counts].filter(([key]) => key.startsWith(`${path} `)));

/** Number of claimed deliveries without a written result. */
async function packed(): Promise<number> {
  const [row] = await stage.sql<{ n: number }>('select coalesce(sum(size), 0)::int as n from webhook_parcels');
  return row?.n ?? 0;
}

/**
 * Sends deliveries until one is answered quickly, because a node claims many at once only then. Returns their number.
 */
async function makeQuick(client: Parameters<typeof createMany>[0]): Promise<number> {
  let sent = 0;
  await until('a quick answer', async () => {
    await createMany(client, 1);
    sent += 1;
    await allDelivered(stage, sent);
    const durations = (await log()).map(({ attempts }) => attempts[0].durationMs);
    return durations.at(-1) < 150;
  });
  return sent;
}
