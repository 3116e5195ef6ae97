import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#core/context.ts';
import { Bell } from '#lib/bell.ts';
import { LruMap } from '#lib/lru.ts';
import { notAttempted } from './attempt.ts';
import type { Claimed, Endpoint, Lease } from './delivery.ts';
import type { Pace } from './delivery-rate.ts';
import { GoneReceivers } from './gone-receivers.ts';
import { Courier } from './http-sender.ts';
import type { Offer } from './matcher.ts';
import type { Owners } from './owner-permissions.ts';
import { Ledger, type Written } from './results-writer.ts';
import { claimDue, type Looked, maxClaimed, type Wanted } from './sql/claim-due.ts';
import type { Result } from './sql/write-results.ts';

/** In flight at once to one webhook. As many again are claimed ahead, so that sending does not wait for the database. */
const maxAtOnce = 32;
const maxHeld = maxAtOnce * 2;
/** Sent to one webhook and not yet known to the database, answered or not: what a crash would repeat. */
const maxUnsure = maxAtOnce * 8;
/** More is claimed ahead for a webhook that answers within this: it will have them all long before a lease ends. */
const quickMs = 200;
/** Claimed by this node, and those of failing webhooks among them. */
const maxOnNode = 1024;
const maxFailingOnNode = 128;
/** Webhooks that are claimed from in one statement. */
const maxWebhooks = 200;
/** Beyond two attempts, one ahead in line and its own: the time to write the result down. */
const leaseMarginMs = 10_000;
const maxUnwritten = 512;
/** While requests come first, deliveries are claimed a few at a time, rather than one by one. */
const smallestClaim = 8;
const politeMs = 50;
const lookAgainMs = 20;
const retryAfterMs = 500;
const idleMs = 1000;
/** What is in flight when the process is told to stop has this long. */
const lastWaitMs = 4000;

interface Due extends Endpoint {
  /** Not to be asked for before, in the clock of this process. */
  readonly from: number;
}

/** What this node has claimed of one webhook. */
interface Line {
  inFlight: number;
  readonly waiting: Claimed[];
  /** Results that the database does not have yet. */
  unwritten: number;
  /** Claims that have ended, though the database still counts them. */
  ended: number;
}

/** Claims due deliveries, sends them, and writes down what came of it. */
export class Sender {
  readonly #services: Services;
  readonly #owners: Owners;
  readonly #courier: Courier;
  readonly #ledger: Ledger;
  readonly #pace: Pace;
  readonly #gone: GoneReceivers;
  readonly #claimBell = new Bell();
  readonly #due = new Map<string, Due>();
  readonly #failing = new LruMap<string, true>(10_000);
  readonly #lines = new Map<string, Line>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #leaseMs: number;
  /** Who is to be told when there is room for more of a webhook. */
  readonly #held = new Map<string, () => void>();
  readonly #quick = new LruMap<string, true>(1000);
  /** Counts changes of webhooks, and remembers of each tenant the last: what was claimed before one is not sent after it. */
  #changes = 0;
  readonly #changed = new LruMap<string, number>(1000);
  #count = 0;
  #running: Promise<void> | undefined;
  #stopping = false;
  #closed = false;

  constructor(services: Services, owners: Owners, pace: Pace) {
    this.#services = services;
    this.#owners = owners;
    this.#pace = pace;
    this.#leaseMs = services.settings.webhooks.timeoutMs * 2 + leaseMarginMs;
    this.#gone = new GoneReceivers(services);
    this.#courier = new Courier(services, maxOnNode);
    this.#ledger = new Ledger(services, (written) => this.#afterWriting(written));
  }

  /** How many more this node could claim now. */
  get room(): number {
    // Matching and claiming may each have taken all that there was.
    return Math.max(0, maxOnNode - this.#count);
  }

  /** What this node would send at once of events that are matched now. */
  offer(): Offer {
    return {
      lease: this.#lease(),
      changes: this.#changes,
      room: this.#ledger.unwritten < maxUnwritten ? Math.min(this.room, this.#pace.allowance) : 0,
      of: ({ webhookId }) => ({
        most: this.#limit(webhookId) - this.#heldOf(webhookId),
        ended: this.#lines.get(webhookId)?.ended ?? 0,
      }),
    };
  }

  #lease(): Lease {
    return { claim: randomUUID(), ms: this.#leaseMs, until: Date.now() + this.#leaseMs };
  }

  /** Deliveries that were claimed as they were made. */
  take(claimed: readonly Claimed[], { changes }: Pick<Offer, 'changes'>): void {
    this.#pace.take(claimed.length);
    const entered = new Map<string, Line>();
    for (const delivery of claimed) {
      const line = this.#enter(delivery);
      entered.set(delivery.webhookId, line);
      if ((this.#changed.get(delivery.tenantId) ?? 0) > changes) this.#returnFrom(line, 0);
    }
    for (const [webhookId, line] of entered) this.#advance(webhookId, line);
  }

  /** Little by little would be many transactions: a line is filled up when it is half empty. */
  isFull({ webhookId }: Pick<Endpoint, 'webhookId'>): boolean {
    return this.#heldOf(webhookId) > this.#limit(webhookId) / 2;
  }

  /** How many of a webhook this node may have, in flight and waiting. */
  #limit(webhookId: string): number {
    return this.#quick.get(webhookId) ? maxClaimed : maxHeld;
  }

  /** From a webhook that has become slow, or fails, is taken back what it may not get to in time. */
  #judge({ delivery: { webhookId }, attempt: { error, durationMs } }: Result, line: Line): void {
    if (error === null && durationMs <= quickMs) {
      this.#quick.set(webhookId, true);
      return;
    }
    this.#quick.delete(webhookId);
    if (line.waiting.length > maxAtOnce) this.#returnFrom(line, maxAtOnce);
  }

  /** Gives back what waits in a line, but for the first `kept`. */
  #returnFrom(line: Line, kept: number): void {
    for (const delivery of line.waiting.splice(kept)) this.#giveBack(delivery, line);
  }

  /** It is not sent from here, but claimed anew. */
  #giveBack(delivery: Claimed, line: Line): void {
    this.#ledger.giveBack(delivery);
    this.#end(delivery, line);
  }

  /** Nothing more comes of a claim. */
  #end({ parcel }: Claimed, line: Line): void {
    this.#count -= 1;
    line.ended += 1;
    if (parcel) parcel.left -= 1;
  }

  /** Calls back when there is room for more of the webhook. */
  whenRoom({ webhookId }: Endpoint, tell: () => void): void {
    this.#held.set(webhookId, tell);
    this.#tellOfRoom(webhookId);
  }

  #tellOfRoom(webhookId: string): void {
    const tell = this.#held.get(webhookId);
    if (!tell || this.isFull({ webhookId })) return;
    this.#held.delete(webhookId);
    tell();
  }

  #heldOf(webhookId: string): number {
    const line = this.#lines.get(webhookId);
    return line ? line.inFlight + line.waiting.length : 0;
  }

  /** The webhook may have deliveries that are due. */
  due({ tenantId, webhookId }: Endpoint): void {
    if (!this.#due.has(webhookId)) this.#due.set(webhookId, { tenantId, webhookId, from: 0 });
    this.#claimBell.ring();
  }

  /** Webhooks of the tenant changed: what is not in flight yet is given back, and claimed anew if that still holds. */
  changed(tenantId: string): void {
    this.#changes += 1;
    this.#changed.set(tenantId, this.#changes);
    for (const line of this.#lines.values()) {
      if (line.waiting[0]?.tenantId === tenantId) this.#returnFrom(line, 0);
    }
  }

  start(): void {
    this.#ledger.start();
    this.#running = this.#claims();
  }

  /** Claims and results have a connection each: neither waits for the other. */
  async #claims(): Promise<void> {
    while (!this.#stopping) {
      const wanted = this.#wanted();
      if (wanted.length === 0) {
        await this.#claimBell.wait(this.#untilDue());
        continue;
      }
      // Who becomes due from here on is asked for next time.
      for (const { webhookId } of wanted) this.#due.delete(webhookId);
      try {
        const before = { changes: this.#changes };
        const { claimed, returned, refused, looked } = await this.#claim(wanted);
        this.#afterLooking(wanted, looked);
        this.take(claimed, before);
        // They are due again when the webhook is no longer paused.
        await this.#owners.pause(refused).finally(() => this.#return(returned));
      } catch (error) {
        for (const endpoint of wanted) this.due(endpoint);
        this.#services.log.warn(`webhook deliveries wait for the database: ${(error as Error).message}`);
        await sleep(retryAfterMs);
      }
    }
  }

  #claim(wanted: readonly Wanted[]) {
    return this.#services.db.queue(async (tx) => {
      const { due, looked } = await claimDue(tx, this.#lease(), wanted);
      return { ...(await this.#owners.judgeClaims(tx, due)), looked };
    });
  }

  /** Gives back what is not to be sent from here, and what else waits for the same webhooks. */
  #return(deliveries: readonly Claimed[]): void {
    for (const delivery of deliveries) this.#returnFrom(this.#enter(delivery), 0);
  }

  /** What is in the database no longer counts here, and makes room for more. */
  #afterWriting({ results, returned }: Written): void {
    const touched = new Map<string, Line>();
    for (const { webhookId } of [...results.map(({ delivery }) => delivery), ...returned]) {
      const line = this.#lines.get(webhookId);
      if (!line) continue;
      line.ended -= 1;
      touched.set(webhookId, line);
    }
    for (const { delivery, delayMs } of results) {
      const line = touched.get(delivery.webhookId);
      if (line) line.unwritten -= 1;
      // The next attempt is not waited for by looking again and again.
      if (delayMs !== null && delayMs <= 60_000) setTimeout(() => this.due(delivery), delayMs + 1).unref();
    }
    for (const [webhookId, line] of touched) this.#advance(webhookId, line);
    // Whoever looked for them before they were written did not find them.
    for (const delivery of returned) this.due(delivery);
    this.#claimBell.ring();
  }

  /** Those that may have more go to the end of the line. */
  #afterLooking(wanted: readonly Wanted[], looked: readonly Looked[]): void {
    const found = new Map(looked.map((one) => [one.webhookId, one]));
    for (const { tenantId, webhookId, most } of wanted) {
      const seen = found.get(webhookId);
      // Paused, deleted, or of a tenant that is: the next survey will tell when that changes.
      if (!seen) continue;
      if (seen.failing) this.#failing.set(webhookId, true);
      else this.#failing.delete(webhookId);
      const later = seen.taken || seen.room === 0;
      const more = later || seen.claimed >= Math.min(seen.room, most);
      if (more && !this.#due.has(webhookId))
        this.#due.set(webhookId, { tenantId, webhookId, from: later ? Date.now() + lookAgainMs : 0 });
    }
  }

  /** Which webhooks to claim from, and how much: what is free is shared between them. */
  #wanted(): Wanted[] {
    // What the database cannot keep up with is not added to.
    if (this.#due.size === 0 || this.#ledger.unwritten >= maxUnwritten) return [];
    const now = Date.now();
    const free = Math.min(this.room, this.#pace.allowance);
    if (free < Math.min(this.room, smallestClaim)) return [];
    const failingHeld = [...this.#lines.keys()].reduce(
      (sum, id) => sum + (this.#failing.get(id) ? this.#heldOf(id) : 0),
      0,
    );
    const ready = [...this.#due.values()]
      .filter(
        ({ webhookId, from }) =>
          from <= now &&
          !this.isFull({ webhookId }) &&
          !(this.#failing.get(webhookId) && failingHeld >= maxFailingOnNode),
      )
      .slice(0, Math.min(maxWebhooks, free));
    const share = Math.max(1, Math.floor(free / Math.max(1, ready.length)));
    return ready.map(({ tenantId, webhookId }) => ({
      tenantId,
      webhookId,
      most: Math.min(share, this.#limit(webhookId) - this.#heldOf(webhookId)),
      ended: this.#lines.get(webhookId)?.ended ?? 0,
    }));
  }

  /** Milliseconds until somebody is due. Those that wait for room are woken by what ends. */
  #untilDue(): number {
    const now = Date.now();
    const held = this.#pace.allowance < smallestClaim ? politeMs : idleMs;
    return Math.min(held, ...[...this.#due.values()].flatMap(({ from }) => (from > now ? [from - now] : [])));
  }

  #enter(delivery: Claimed): Line {
    const { webhookId } = delivery;
    const line = this.#lines.get(webhookId) ?? { inFlight: 0, waiting: [], unwritten: 0, ended: 0 };
    this.#lines.set(webhookId, line);
    line.waiting.push(delivery);
    this.#count += 1;
    return line;
  }

  #advance(webhookId: string, line: Line): void {
    while (line.inFlight < maxAtOnce && line.inFlight + line.unwritten < maxUnsure && !this.#stopping) {
      const next = line.waiting.shift();
      if (!next) break;
      if (this.#isInTime(next)) this.#send(next, line);
      else this.#giveBack(next, line);
    }
    this.#tellOfRoom(webhookId);
    if (line.inFlight + line.waiting.length + line.unwritten + line.ended === 0) this.#lines.delete(webhookId);
  }

  /** False after it has waited for so long that somebody else may take over before the answer has come. */
  #isInTime({ until }: Claimed): boolean {
    return until >= Date.now() + this.#services.settings.webhooks.timeoutMs;
  }

  #send(delivery: Claimed, line: Line): void {
    line.inFlight += 1;
    const sent = this.#attempt(delivery).then((result) => {
      this.#inFlight.delete(sent);
      line.inFlight -= 1;
      if (result) {
        this.#ledger.add(result);
        line.unwritten += 1;
        this.#judge(result, line);
        this.#gone.answered(delivery, result.attempt.responseStatus);
      } else this.#ledger.giveBack(delivery);
      this.#end(delivery, line);
      this.#advance(delivery.webhookId, line);
      if (this.#due.size > 0) this.#claimBell.ring();
    });
    this.#inFlight.add(sent);
  }

  /** What came of one attempt; undefined when it was cut short from our side. */
  async #attempt(delivery: Claimed): Promise<Result | undefined> {
    const { retryDelaysMs } = this.#services.settings.webhooks;
    if (!delivery.kept) {
      const attempt = notAttempted('It was not sent: the event is older than events are kept.');
      return { delivery, attempt, status: 'failed', delayMs: null };
    }
    if (delivery.refusal !== null)
      return { delivery, attempt: notAttempted(delivery.refusal), status: 'failed', delayMs: null };
    const attempt = await this.#courier.deliver(delivery, () => this.#isInTime(delivery));
    if (!attempt) return undefined;
    if (attempt.error === null) return { delivery, attempt, status: 'delivered', delayMs: null };
    if (this.#closed) return undefined;
    const delayMs = retryDelaysMs[delivery.tries] ?? null;
    return { delivery, attempt, status: delayMs === null ? 'failed' : 'retrying', delayMs };
  }

  /** Nothing more is claimed. What does not end in time is given back, and sent again by whoever runs next. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#claimBell.ring();
    await Promise.all([this.#running, this.#ledger.stop()]);
    await Promise.race([Promise.all(this.#inFlight), sleep(lastWaitMs, undefined, { ref: false })]);
    this.#closed = true;
    await this.#courier.close();
    await Promise.all(this.#inFlight);
    await this.#gone.settled();
    for (const line of this.#lines.values()) this.#returnFrom(line, 0);
    await this.#ledger.flush();
  }
}
