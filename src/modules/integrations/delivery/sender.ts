import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#core/context.ts';
import type { Transaction } from '#db/database.ts';
import { Bell } from '#lib/bell.ts';
import { GuardedHttp } from '#lib/guarded-http.ts';
import { LruMap } from '#lib/lru.ts';
import { type Attempt, attemptOf, notAttempted } from './attempt.ts';
import { bodyOf } from './body.ts';
import {
  type Claimed,
  claimDue,
  finish,
  giveBack,
  type Looked,
  mostInFlight,
  noteHealth,
  type Result,
  type Wanted,
} from './claims.ts';
import type { Endpoint } from './matcher.ts';
import { signatureHeaders } from './signing.ts';

/** In flight at once on this node, and those of failing webhooks among them. */
const mostOnNode = 256;
const mostFailingOnNode = 128;
/** Webhooks that are claimed from in one statement. */
const mostWebhooks = 200;
/** Beyond the deadline of an attempt: the time to write its result down. */
const leaseMarginMs = 10_000;
/** Bytes of an answer that are kept. */
const mostKept = 16_384;
const lookAgainMs = 20;
const retryAfterMs = 500;
const idleMs = 1000;
/** What is in flight when the process is told to stop has this long. */
const lastWaitMs = 4000;

interface Due extends Endpoint {
  /** Not to be asked for before, in the clock of this process. */
  readonly from: number;
}

/** Claims due deliveries, sends them, and writes down what came of it. */
export class Sender {
  readonly #services: Services;
  readonly #http: GuardedHttp;
  readonly #bell = new Bell();
  readonly #due = new Map<string, Due>();
  readonly #failing = new Set<string>();
  readonly #inFlight = new Map<Claimed, Promise<void>>();
  readonly #perWebhook = new Map<string, number>();
  readonly #secrets = new LruMap<string, string>(1000);
  #results: Result[] = [];
  #interrupted: Claimed[] = [];
  #running: Promise<void> | undefined;
  #stopping = false;
  #closed = false;

  constructor(services: Services) {
    this.#services = services;
    const { allowPrivate } = services.settings.webhooks;
    this.#http = new GuardedHttp({ allowPrivate, mostKept, connections: mostInFlight });
  }

  /** How many more this node could send now. */
  get room(): number {
    return mostOnNode - this.#inFlight.size;
  }

  /** The webhook may have deliveries that are due. */
  due({ tenantId, webhookId }: Endpoint): void {
    if (!this.#due.has(webhookId)) this.#due.set(webhookId, { tenantId, webhookId, from: 0 });
    this.#bell.ring();
  }

  start(): void {
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const wanted = this.#wanted();
      if (wanted.length === 0 && this.#results.length === 0) {
        await this.#bell.wait(this.#untilNext());
        continue;
      }
      try {
        await this.#cycle(wanted);
      } catch (error) {
        this.#services.log.warn(`webhook deliveries wait for the database: ${(error as Error).message}`);
        await sleep(retryAfterMs);
      }
    }
  }

  /** Results of what was sent are written and new deliveries claimed in one transaction. */
  async #cycle(wanted: readonly Wanted[]): Promise<void> {
    const { timeoutMs } = this.#services.settings.webhooks;
    const results = this.#results;
    this.#results = [];
    const claim = randomUUID();
    try {
      const { claimed, looked } = await this.#services.db.platform(async (tx) => {
        const [, found] = await Promise.all([
          this.#writeDown(tx, results),
          wanted.length === 0 ? { claimed: [], looked: [] } : claimDue(tx, claim, timeoutMs + leaseMarginMs, wanted),
        ]);
        return found;
      });
      this.#afterResults(results);
      this.#afterLooking(wanted, looked);
      for (const delivery of claimed) this.#send(delivery);
    } catch (error) {
      this.#results.unshift(...results);
      throw error;
    }
  }

  async #writeDown(tx: Transaction, results: readonly Result[]): Promise<void> {
    if (results.length === 0) return;
    const counted = await finish(tx, results);
    const changed = new Map<string, Endpoint & { failing: boolean }>();
    for (const { delivery, status } of results) {
      const failing = status !== 'delivered';
      if (!counted.has(delivery.id)) {
        this.#services.log.info({ delivery: delivery.id }, 'a late result of a webhook delivery was refused');
      } else if (delivery.failing !== failing) {
        // One that was delivered speaks louder than those that failed beside it.
        const { tenantId, webhookId } = delivery;
        if (!failing || !changed.has(webhookId)) changed.set(webhookId, { tenantId, webhookId, failing });
      }
    }
    await noteHealth(tx, [...changed.values()]);
  }

  /** The next attempt is not waited for by looking again and again. */
  #afterResults(results: readonly Result[]): void {
    for (const { delivery, delayMs } of results) {
      if (delayMs !== null && delayMs <= 60_000) setTimeout(() => this.due(delivery), delayMs + 1).unref();
    }
  }

  #afterLooking(wanted: readonly Wanted[], looked: readonly Looked[]): void {
    const found = new Map(looked.map((one) => [one.webhookId, one]));
    for (const { tenantId, webhookId, most } of wanted) {
      const seen = found.get(webhookId);
      this.#due.delete(webhookId);
      // Paused, deleted, or of a tenant that is: the next survey will tell when that changes.
      if (!seen) continue;
      if (seen.failing) this.#failing.add(webhookId);
      else this.#failing.delete(webhookId);
      const full = seen.room === 0;
      // Those that may have more go to the end of the line.
      if (seen.taken || full) this.#due.set(webhookId, { tenantId, webhookId, from: Date.now() + lookAgainMs });
      else if (seen.claimed >= Math.min(seen.room, most)) this.#due.set(webhookId, { tenantId, webhookId, from: 0 });
    }
  }

  /** Which webhooks to claim from, and how much: what is free is shared between them. */
  #wanted(): Wanted[] {
    const now = Date.now();
    const free = mostOnNode - this.#inFlight.size;
    if (free <= 0) return [];
    const failingInFlight = [...this.#failing].reduce((sum, id) => sum + (this.#perWebhook.get(id) ?? 0), 0);
    const ready = [...this.#due.values()]
      .filter(
        ({ webhookId, from }) =>
          from <= now &&
          (this.#perWebhook.get(webhookId) ?? 0) < mostInFlight &&
          !(this.#failing.has(webhookId) && failingInFlight >= mostFailingOnNode),
      )
      .slice(0, Math.min(mostWebhooks, free));
    const share = Math.max(1, Math.floor(free / Math.max(1, ready.length)));
    return ready.map(({ tenantId, webhookId }) => ({
      tenantId,
      webhookId,
      most: Math.min(share, mostInFlight - (this.#perWebhook.get(webhookId) ?? 0)),
    }));
  }

  #untilNext(): number {
    const now = Date.now();
    // Those that wait for room are looked at when something ends, which rings.
    const later = [...this.#due.values()].flatMap(({ from }) => (from > now ? [from - now] : []));
    return Math.min(idleMs, ...later);
  }

  #send(delivery: Claimed): void {
    const { webhookId } = delivery;
    this.#perWebhook.set(webhookId, (this.#perWebhook.get(webhookId) ?? 0) + 1);
    const sent = this.#attempt(delivery).then((result) => {
      if (result) this.#results.push(result);
      else this.#interrupted.push(delivery);
      this.#inFlight.delete(delivery);
      const left = (this.#perWebhook.get(webhookId) ?? 1) - 1;
      if (left > 0) this.#perWebhook.set(webhookId, left);
      else this.#perWebhook.delete(webhookId);
      this.#bell.ring();
    });
    this.#inFlight.set(delivery, sent);
  }

  /** What came of one attempt; undefined when it was cut short from our side. */
  async #attempt(delivery: Claimed): Promise<Result | undefined> {
    const { retryDelaysMs } = this.#services.settings.webhooks;
    const at = new Date();
    if (!delivery.kept) {
      const attempt = notAttempted('It was not sent: the event is older than events are kept.', at);
      return { delivery, attempt, status: 'failed', delayMs: null };
    }
    const attempt = await this.#exchange(delivery, at);
    if (attempt.error === null) return { delivery, attempt, status: 'delivered', delayMs: null };
    if (this.#closed) return undefined;
    const delayMs = retryDelaysMs[delivery.tries] ?? null;
    return { delivery, attempt, status: delayMs === null ? 'failed' : 'retrying', delayMs };
  }

  async #exchange(delivery: Claimed, at: Date): Promise<Attempt> {
    try {
      const body = Buffer.from(bodyOf(delivery));
      const outcome = await this.#http.post({
        url: delivery.url,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Atrium-Webhooks/1',
          'x-platform-delivery': delivery.id,
          ...signatureHeaders({ eventId: delivery.eventId, body, secrets: this.#secretsOf(delivery), at }),
        },
        body,
        deadlineMs: this.#services.settings.webhooks.timeoutMs,
      });
      return attemptOf(outcome, at);
    } catch (error) {
      // A secret that was encrypted with another key, for instance: the operator's to mend, and then it goes out.
      this.#services.log.error({ err: error, delivery: delivery.id }, 'a webhook delivery could not be prepared');
      return notAttempted('It could not be signed or put together; the log of the server has the reason.', at);
    }
  }

  #secretsOf({ secret, previousSecret }: Claimed): string[] {
    return [secret, ...(previousSecret === null ? [] : [previousSecret])].map((sealed) => {
      const known = this.#secrets.get(sealed) ?? this.#services.vault.decrypt(sealed);
      this.#secrets.set(sealed, known);
      return known;
    });
  }

  /** Nothing more is claimed. What does not end in time is given back, and sent again by whoever runs next. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#bell.ring();
    await this.#running;
    await Promise.race([Promise.all(this.#inFlight.values()), sleep(lastWaitMs, undefined, { ref: false })]);
    this.#closed = true;
    await this.#http.close();
    await Promise.all(this.#inFlight.values());
    const results = this.#results;
    const interrupted = this.#interrupted;
    if (results.length + interrupted.length === 0) return;
    await this.#services.db.platform(async (tx) => {
      await this.#writeDown(tx, results);
      await giveBack(tx, interrupted);
    });
  }
}
