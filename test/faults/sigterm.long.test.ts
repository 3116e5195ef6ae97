import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EventReader } from '../event-source.ts';
import { until } from '../process.ts';
import { timeLimit } from '../time-limit.ts';
import { Sink } from './sink.ts';
import { allDelivered, assertOneToOne, createMany, register, Stage, webhooks } from './stage.ts';

const maxStopMs = 10_000;
const stage = await Stage.forFile();
const sink = await Sink.forFile();

describe('SIGTERM during streams and deliveries', () => {
  it('stops the server in time, and the next server delivers what was in flight at once', async (t) => {
    const first = await stage.start({ LOG_LEVEL: 'warn' });
    const admin = await stage.admin(first);
    const webhook = await register(admin, sink, '/hook');
    const readers = await Promise.all(Array.from({ length: 5 }, () => EventReader.open(admin)));
    sink.delayMs = Number.POSITIVE_INFINITY;
    const made = await createMany(admin, 200);
    await sink.arrived(20);
    const signalledAt = Date.now();
    assert.deepEqual(await first.stop(), { code: 0, signal: null }, first.stderr);
    const stoppedMs = Date.now() - signalledAt;
    const inFlight = sink.counts.size;
    await until('the streams to end', () => readers.every(({ ended }) => ended));

    sink.release();
    const next = await stage.start({ LOG_LEVEL: 'warn' });
    const started = Date.now();
    await allDelivered(stage, made.length);
    const deliveredMs = Date.now() - started;
    assert.deepEqual(sink.records, new Set(made));
    await assertOneToOne(stage);
    assert.deepEqual(sink.unverified, []);
    assert.ok(sink.extras <= inFlight, `${sink.extras} were sent twice, ${inFlight} were in flight`);
    const log = (await (await stage.admin(next)).get(`${webhooks}/${webhook._id}/deliveries?limit=100`)).body.data;
    for (const { attempts } of log) assert.equal(attempts.length, 1, JSON.stringify(attempts));
    t.diagnostic(
      `stopped ${stoppedMs} ms after the signal with ${inFlight} in flight; all were delivered ${deliveredMs} ms after the next start`,
    );
    assert.ok(stoppedMs <= maxStopMs, `it took ${stoppedMs} ms to stop`);
    // A released lease need not expire first.
    assert.ok(deliveredMs <= timeLimit(10_000), `it took ${deliveredMs} ms to send the released deliveries`);
    assert.deepEqual(await next.stop(), { code: 0, signal: null });
  });

  it('marks deliveries that finish in time as delivered, and does not send them again', async () => {
    const server = await stage.start({ LOG_LEVEL: 'warn' });
    const before = sink.received.length;
    sink.delayMs = 500;
    await createMany(await stage.admin(server), 20);
    await until('all to be in flight', () => sink.received.length >= before + 20);
    assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.stderr);
    await allDelivered(stage, 220, 1000);
    assert.equal(sink.received.length, before + 20);
  });
});
