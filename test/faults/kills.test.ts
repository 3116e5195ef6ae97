import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../process.ts';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { allDelivered, assertOneToOne, createMany, leaseMarginMs, register, Stage } from './stage.ts';

const env = { WEBHOOK_TIMEOUT: '1s', WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s', LOG_LEVEL: 'warn' };
const takenUpWithinMs = 1000 + leaseMarginMs + 5000;
const webhookCount = 20;
const mostInFlight = 256;

const stage = await Stage.forFile();
const sink = await Sink.forFile();

interface Kill {
  readonly at: number;
  /** What had arrived and had no answer yet. */
  readonly inFlight: readonly string[];
  /** How many had arrived before. */
  readonly before: number;
}

/** From the kill to the next arrival of each that was in flight. */
function waits({ at, inFlight, before }: Kill): number[] {
  const again = new Map<string, number>();
  for (const { path, eventId, at: arrived } of sink.received.slice(before).reverse()) {
    again.set(`${path} ${eventId}`, arrived);
  }
  return inFlight.map((key) => (again.get(key) ?? Number.POSITIVE_INFINITY) - at);
}

describe('a server that is killed again and again while it delivers', () => {
  it('loses nothing, repeats only what was in flight, and takes that up when its lease has ended', async (t) => {
    const { times, deliveries } = scale.kills;
    let server = await stage.start(env);
    const admin = await stage.admin(server);
    for (let n = 0; n < webhookCount; n += 1) await register(admin, sink, `/hook-${n}`);
    // Slow enough that something is in flight whenever the end comes.
    sink.delayMs = 300;
    const portion = Math.ceil(deliveries / webhookCount / (times + 1));
    const total = portion * webhookCount * (times + 1);
    const kills: Kill[] = [];
    for (let n = 0; n < times; n += 1) {
      const half = sink.answered.size + (portion * webhookCount) / 2;
      await createMany(await stage.admin(server), portion);
      await until('half of them to be answered', () => sink.answered.size >= half && sink.open.size > 0, 120_000);
      kills.push({ at: Date.now(), inFlight: [...sink.open.values()], before: sink.received.length });
      assert.deepEqual(await server.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
      server = await stage.start(env);
    }
    await createMany(await stage.admin(server), portion);
    await allDelivered(stage, total, 120_000);

    assert.equal(sink.counts.size, total);
    await assertOneToOne(stage);
    assert.deepEqual(sink.unverified, []);
    assert.ok(sink.extras <= times * mostInFlight, `${sink.extras} arrived more than once`);
    const longest = Math.max(0, ...kills.flatMap(waits));
    t.diagnostic(
      `${total} deliveries, ${times} kills with ${kills.map(({ inFlight }) => inFlight.length).join(', ')} in flight: ${sink.extras} extras; what was in flight came again at most ${Math.round(longest)} ms after the kill`,
    );
    assert.ok(longest <= takenUpWithinMs, `one that was in flight came again only after ${longest} ms`);
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
  });
});
