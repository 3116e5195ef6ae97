import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#core/context.ts';
import { LruMap } from '#lib/lru.ts';
import type { ClaimedDelivery } from './data/delivery.ts';
import { DeliveryAttempts } from './delivery-attempts.ts';
import { GoneReceivers } from './gone-receivers.ts';
import type { ResultsWriter, WrittenResults } from './results-writer.ts';
import { maxClaimed } from './sql/claim-due.ts';
import type { Result } from './sql/write-results.ts';

/**
 * Maximum number of deliveries in flight to one webhook. The same number is claimed ahead, so that sending does not
 * wait for the database.
 */
const maxInFlight = 32;
const maxHeld = maxInFlight * 2;
/**
 * Maximum number of sent deliveries of one webhook without a result in the database. A crash would send these again.
 */
const maxUnwritten = maxInFlight * 8;
/**
 * A webhook that answers within this time has more claimed ahead, because they finish long before the lease expires.
 */
const fastMs = 200;
/** Maximum number of deliveries that this node has claimed. */
const maxOnNode = 1024;
/** The time that deliveries in flight have at shutdown. */
const shutdownWaitMs = 4000;

/** Deliveries of one webhook that this node has claimed. */
interface SendQueue {
  inFlight: number;
  readonly waiting: ClaimedDelivery[];
  /** The number of results that are not in the database yet. */
  unwrittenResults: number;
  /** The number of claims that have ended, but are still counted in the database. */
  endedClaims: number;
}

/** Sends claimed deliveries, in order for each webhook and within limits for each webhook and for the node. */
export class SendQueues {
  readonly #attempts: DeliveryAttempts;
  readonly #writer: ResultsWriter;
  readonly #goneReceivers: GoneReceivers;
  /** Runs after each delivery, because another one may be claimed. */
  readonly #onSent: () => void;
  readonly #queues = new Map<string, SendQueue>();
  readonly #inFlight = new Set<Promise<void>>();
  /** Callbacks by webhook, which run when the webhook is no longer full. */
  readonly #onFree = new Map<string, () => void>();
  readonly #fast = new LruMap<string, true>(1000);
  /** Counts changes of webhooks; `#lastChange` has the number of the last one of each tenant. */
  #changeCount = 0;
  readonly #lastChange = new LruMap<string, number>(1000);
  #count = 0;
  #stopping = false;

  constructor(services: Services, writer: ResultsWriter, onSent: () => void) {
    this.#attempts = new DeliveryAttempts(services, maxOnNode);
    this.#goneReceivers = new GoneReceivers(services);
    this.#writer = writer;
    this.#onSent = onSent;
  }

  /** The number of further deliveries that this node could claim. */
  get free(): number {
    // The count can exceed the maximum, because matching and claiming may each have used all the free capacity.
    return Math.max(0, maxOnNode - this.#count);
  }

  get changeCount(): number {
    return this.#changeCount;
  }

  webhookIds(): Iterable<string> {
    return this.#queues.keys();
  }

  /** The number of deliveries of a webhook on this node, in flight and waiting. */
  countOf(webhookId: string): number {
    const queue = this.#queues.get(webhookId);
    return queue ? queue.inFlight + queue.waiting.length : 0;
  }

  /** The number of further deliveries of a webhook that this node may have. */
  freeOf(webhookId: string): number {
    return this.#limit(webhookId) - this.countOf(webhookId);
  }

  endedClaimsOf(webhookId: string): number {
    return this.#queues.get(webhookId)?.endedClaims ?? 0;
  }

  /**
   * True when a queue is more than half full. A queue is refilled only when it is half empty, because many small claims
   * would be many transactions.
   */
  isFull(webhookId: string): boolean {
    return this.countOf(webhookId) > this.#limit(webhookId) / 2;
  }

  #limit(webhookId: string): number {
    return this.#fast.get(webhookId) ? maxClaimed : maxHeld;
  }

  /**
   * Sends claimed deliveries. Those of a tenant whose webhooks changed after `changeCount` was read are released, because
   * they may be outdated.
   */
  add(claimed: readonly ClaimedDelivery[], changeCount: number): void {
    const touched = new Map<string, SendQueue>();
    for (const delivery of claimed) {
      const queue = this.#enqueue(delivery);
      touched.set(delivery.webhookId, queue);
      if ((this.#lastChange.get(delivery.tenantId) ?? 0) > changeCount) this.#releaseFrom(queue, 0);
    }
    for (const [webhookId, queue] of touched) this.#advance(webhookId, queue);
  }

  /** Releases deliveries that must not be sent, and those that wait for the same webhooks. */
  release(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) this.#releaseFrom(this.#enqueue(delivery), 0);
  }

  /**
   * Releases waiting deliveries after a change of the webhooks of a tenant, so that they are claimed again with the
   * current state.
   */
  webhooksChanged(tenantId: string): void {
    this.#changeCount += 1;
    this.#lastChange.set(tenantId, this.#changeCount);
    for (const queue of this.#queues.values()) {
      if (queue.waiting[0]?.tenantId === tenantId) this.#releaseFrom(queue, 0);
    }
  }

  /** Calls `callback` once the webhook is not full. */
  whenFree(webhookId: string, callback: () => void): void {
    this.#onFree.set(webhookId, callback);
    this.#notifyIfFree(webhookId);
  }

  #notifyIfFree(webhookId: string): void {
    const callback = this.#onFree.get(webhookId);
    if (!callback || this.isFull(webhookId)) return;
    this.#onFree.delete(webhookId);
    callback();
  }

  /** Stops counting deliveries whose results are in the database, so that more can be sent. */
  afterWriting({ results, released }: WrittenResults): void {
    const touched = new Map<string, SendQueue>();
    for (const { webhookId } of [...results.map(({ delivery }) => delivery), ...released]) {
      const queue = this.#queues.get(webhookId);
      if (!queue) continue;
      queue.endedClaims -= 1;
      touched.set(webhookId, queue);
    }
    for (const { delivery } of results) {
      const queue = touched.get(delivery.webhookId);
      if (queue) queue.unwrittenResults -= 1;
    }
    for (const [webhookId, queue] of touched) this.#advance(webhookId, queue);
  }

  #enqueue(delivery: ClaimedDelivery): SendQueue {
    const { webhookId } = delivery;
    const queue = this.#queues.get(webhookId) ?? { inFlight: 0, waiting: [], unwrittenResults: 0, endedClaims: 0 };
    this.#queues.set(webhookId, queue);
    queue.waiting.push(delivery);
    this.#count += 1;
    return queue;
  }

  #advance(webhookId: string, queue: SendQueue): void {
    while (queue.inFlight < maxInFlight && queue.inFlight + queue.unwrittenResults < maxUnwritten && !this.#stopping) {
      const next = queue.waiting.shift();
      if (!next) break;
      if (this.#attempts.isInTime(next)) this.#send(next, queue);
      else this.#release(next, queue);
    }
    this.#notifyIfFree(webhookId);
    if (queue.inFlight + queue.waiting.length + queue.unwrittenResults + queue.endedClaims === 0)
      this.#queues.delete(webhookId);
  }

  #send(delivery: ClaimedDelivery, queue: SendQueue): void {
    queue.inFlight += 1;
    const sent = this.#attempts.attempt(delivery).then((result) => {
      this.#inFlight.delete(sent);
      queue.inFlight -= 1;
      if (result) {
        this.#writer.add(result);
        queue.unwrittenResults += 1;
        this.#adaptTo(result, queue);
        this.#goneReceivers.check(delivery, result.attempt.responseStatus);
      } else this.#writer.release(delivery);
      this.#endClaim(delivery, queue);
      this.#advance(delivery.webhookId, queue);
      this.#onSent();
    });
    this.#inFlight.add(sent);
  }

  /** Releases queued deliveries of a slow or failing webhook, so that another node can send them before their lease expires. */
  #adaptTo({ delivery: { webhookId }, attempt: { error, durationMs } }: Result, queue: SendQueue): void {
    if (error === null && durationMs <= fastMs) {
      this.#fast.set(webhookId, true);
      return;
    }
    this.#fast.delete(webhookId);
    if (queue.waiting.length > maxInFlight) this.#releaseFrom(queue, maxInFlight);
  }

  /** Releases the waiting deliveries of a queue, except the first `keep`. */
  #releaseFrom(queue: SendQueue, keep: number): void {
    for (const delivery of queue.waiting.splice(keep)) this.#release(delivery, queue);
  }

  #release(delivery: ClaimedDelivery, queue: SendQueue): void {
    this.#writer.release(delivery);
    this.#endClaim(delivery, queue);
  }

  #endClaim({ batch }: ClaimedDelivery, queue: SendQueue): void {
    this.#count -= 1;
    queue.endedClaims += 1;
    if (batch) batch.openCount -= 1;
  }

  /** Stops sending. Deliveries in flight continue. */
  stopSending(): void {
    this.#stopping = true;
  }

  /** Waits up to 4 s for deliveries in flight, then aborts and releases them: the next node sends them again. */
  async drain(): Promise<void> {
    await Promise.race([Promise.all(this.#inFlight), sleep(shutdownWaitMs, undefined, { ref: false })]);
    await this.#attempts.close();
    await Promise.all(this.#inFlight);
    await this.#goneReceivers.settled();
    for (const queue of this.#queues.values()) this.#releaseFrom(queue, 0);
  }
}
