import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '../long.ts';
import { type ServerProcess, until } from '../process.ts';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { allDelivered, assertOneToOne, createMany, leaseMarginMs, register, Stage } from './stage.ts';

const env = { WEBHOOK_TIMEOUT: '1s', WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s', LOG_LEVEL: 'warn' };
const leaseMs = 1000 + leaseMarginMs;
const webhookCount = 20;

const stage = await Stage.forFile();
const sink = await Sink.forFile();

interface Kill {
  readonly at: number;
  /** Deliveries that were sent without a written result, and how many of them had an answer. */
  readonly inFlight: readonly string[];
  readonly answered: number;
  /** Number of arrivals before the kill. */
  readonly before: number;
}

/** Kills the server and finds the deliveries in flight: they arrived and are still open in the log. */
async function kill(server: ServerProcess, since: number): Promise<Kill> {
  const at = Date.now();
  const unanswered = new Set(sink.open.values());
  assert.deepEqual(await server.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
  const before = sink.received.length;
  const sent = new Set(sink.received.slice(since).map(({ path, eventId }) => `${path} ${eventId}`));
  const open = await stage.sql<{ path: string; event: string }>(
    `select substring(w.url from '/hook-.*') as path, d.event_id as event from webhook_delivery_log d
     join integrations_webhooks w on w.id = d.webhook_id where d.status = 'delivering'`,
  );
  const inFlight = open.map(({ path, event }) => `${path} ${event}`).filter((key) => sent.has(key));
  return { at, inFlight, answered: inFlight.filter((key) => !unanswered.has(key)).length, before };
}

/** Measures the longest time that a delivery stayed open after its lease expired, while a server was there to send it. */
class Overdue implements AsyncDisposable {
  worstMs = 0;
  /** The time when a server became ready; undefined while none is. */
  #readySince: number | undefined = Date.now();
  #watching = true;
  readonly #work = this.#watch();

  async #watch(): Promise<void> {
    while (this.#watching) {
      const [row] = await stage.sql<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - next_at) * 1000)::float8 as ms
         from webhook_delivery_log where status = 'delivering'`,
      );
      const readyMs = this.#readySince === undefined ? 0 : Date.now() - this.#readySince;
      this.worstMs = Math.max(this.worstMs, Math.min(row?.ms ?? 0, readyMs));
      await sleep(100);
    }
  }

  /** Excludes the time of a restart, which depends on the load of the machine. */
  async during<T>(restart: () => Promise<T>): Promise<T> {
    this.#readySince = undefined;
    const result = await restart();
    this.#readySince = Date.now();
    return result;
  }

  end(): Promise<void> {
    this.#watching = false;
    return this.#work;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}

/** The time in ms from the kill to the next arrival of each delivery in flight. */
function redeliveryTimes({ at, inFlight, before }: Kill): number[] {
  const again = new Map<string, number>();
  for (const { path, eventId, at: arrived } of sink.received.slice(before).reverse()) {
    again.set(`${path} ${eventId}`, arrived);
  }
  return inFlight.map((key) => (again.get(key) ?? Number.POSITIVE_INFINITY) - at);
}

describe('a server that is killed repeatedly while it delivers', long, () => {
  it('loses nothing, repeats only deliveries in flight, and sends those again when their lease expires', async (t) => {
    const { times, deliveries, graceMs } = scale.kills;
    let server = await stage.start(env);
    const admin = await stage.admin(server);
    for (let n = 0; n < webhookCount; n += 1) await register(admin, sink, `/hook-${n}`);
    // The delay keeps some deliveries in flight at each kill.
    sink.delayMs = 300;
    const portion = Math.ceil(deliveries / webhookCount / (times + 1));
    const total = portion * webhookCount * (times + 1);
    const kills: Kill[] = [];
    let readyAt = 0;
    await using overdue = new Overdue();
    for (let n = 0; n < times; n += 1) {
      const half = sink.answered.size + (portion * webhookCount) / 2;
      await createMany(await stage.admin(server), portion);
      await until('half of them to be answered', () => sink.answered.size >= half && sink.open.size > 0, 120_000);
      server = await overdue.during(async () => {
        kills.push(await kill(server, kills.at(-1)?.before ?? 0));
        return stage.start(env);
      });
      readyAt = Date.now();
    }
    await createMany(await stage.admin(server), portion);
    await allDelivered(stage, total, 120_000);
    await overdue.end();

    assert.equal(sink.counts.size, total);
    await assertOneToOne(stage);
    assert.deepEqual(sink.unverified, []);
    // Check only the last kill, because deliveries of an earlier one may be in flight again at the next.
    const last = kills.at(-1) as Kill;
    const longest = Math.max(0, ...redeliveryTimes(last));
    const maxRedeliveryMs = Math.max(leaseMs, readyAt - last.at) + graceMs;
    const [{ late }] = await stage.sql(
      `select count(*)::int as late from webhook_deliveries, jsonb_array_elements(attempts) a where a->>'error' like '%complete answer%'`,
    );
    t.diagnostic(
      `${total} deliveries, ${times} kills with ${kills.map((one) => `${one.inFlight.length} (${one.answered} answered)`).join(', ')} in flight: ${sink.extras} extras, ${late} of them because an answer took too long; at most ${Math.round(overdue.worstMs)} ms after the end of a lease; arrived again at most ${Math.round(longest)} ms after the last kill`,
    );
    const inFlight = kills.reduce((sum, one) => sum + one.inFlight.length, 0);
    assert.ok(sink.extras - late <= inFlight, `${sink.extras} arrived more than once, ${inFlight} were in flight`);
    assert.ok(overdue.worstMs <= graceMs, `a delivery stayed open for ${overdue.worstMs} ms after its lease`);
    assert.ok(longest <= maxRedeliveryMs, `a delivery in flight arrived again only after ${longest} ms`);
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
  });
});
