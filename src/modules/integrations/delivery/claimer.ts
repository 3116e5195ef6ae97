import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#core/context.ts';
import type { BackgroundRate } from '#core/limits/background-rate.ts';
import { LruMap } from '#lib/lru.ts';
import { WakeSignal } from '#lib/wake-signal.ts';
import type { WebhookKey } from './data/delivery.ts';
import { newLease } from './lease.ts';
import type { OwnerPermissions } from './owner-permissions.ts';
import type { ResultsWriter, WrittenResults } from './results-writer.ts';
import type { SendQueues } from './send-queues.ts';
import { type ClaimOutcome, type ClaimRequest, claimDue } from './sql/claim-due.ts';

/** Maximum number of claimed deliveries of failing webhooks on this node. */
const maxFailingOnNode = 128;
/** Maximum number of webhooks that one statement claims from. */
const maxWebhooks = 200;
/** Minimum number of deliveries in a claim, so that they are not claimed one by one under load. */
const minClaim = 8;
const loadedWaitMs = 50;
const claimAgainMs = 20;
const retryAfterMs = 500;
const idleMs = 1000;
/** Retries after this time get no timer: the recovery poll finds them. */
const maxTimerMs = 60_000;

interface DueWebhook extends WebhookKey {
  /** The webhook is not claimed from before this time, by the clock of this process. */
  readonly notBefore: number;
}

/** Claims due deliveries of webhooks, and hands them to the send queues. */
export class Claimer {
  readonly #services: Services;
  readonly #owners: OwnerPermissions;
  readonly #rate: BackgroundRate;
  readonly #queues: SendQueues;
  readonly #writer: ResultsWriter;
  readonly #wakeSignal = new WakeSignal();
  readonly #due = new Map<string, DueWebhook>();
  readonly #failing = new LruMap<string, true>(10_000);
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(
    services: Services,
    owners: OwnerPermissions,
    rate: BackgroundRate,
    queues: SendQueues,
    writer: ResultsWriter,
  ) {
    this.#services = services;
    this.#owners = owners;
    this.#rate = rate;
    this.#queues = queues;
    this.#writer = writer;
  }

  /** Requests a claim from a webhook that may have due deliveries. */
  markDue({ tenantId, webhookId }: WebhookKey): void {
    if (!this.#due.has(webhookId)) this.#due.set(webhookId, { tenantId, webhookId, notBefore: 0 });
    this.#wakeSignal.wake();
  }

  /** Claims again if there is capacity and a webhook may have due deliveries. */
  wake(): void {
    if (this.#due.size > 0) this.#wakeSignal.wake();
  }

  afterWriting({ results, released }: WrittenResults): void {
    // Set a timer for each retry, so that the next attempt does not wait for the recovery poll.
    for (const { delivery, delayMs } of results)
      if (delayMs !== null && delayMs <= maxTimerMs) setTimeout(() => this.markDue(delivery), delayMs + 1).unref();
    // Claim again, because a claim before this write did not find the released deliveries.
    for (const delivery of released) this.markDue(delivery);
    this.#wakeSignal.wake();
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wakeSignal.wake();
    await this.#running;
  }

  /** The loop that claims. Claims and results use one connection each, so that they do not wait for each other. */
  async #run(): Promise<void> {
    while (!this.#stopping) {
      const requests = this.#requests();
      if (requests.length === 0) {
        await this.#wakeSignal.wait(this.#msUntilDue());
        continue;
      }
      // Delete these before the claim, so that a webhook that becomes due during the claim is claimed from again.
      for (const { webhookId } of requests) this.#due.delete(webhookId);
      try {
        const { changeCount } = this.#queues;
        const { claimed, released, unentitled, outcomes } = await this.#claim(requests);
        this.#afterClaim(requests, outcomes);
        this.#rate.use(claimed.length);
        this.#queues.add(claimed, changeCount);
        // Release after the pause, so that they are not claimed again before it.
        await this.#owners.pause(unentitled).finally(() => this.#queues.release(released));
      } catch (error) {
        for (const webhook of requests) this.markDue(webhook);
        this.#services.log.warn(`webhook deliveries wait for the database: ${(error as Error).message}`);
        await sleep(retryAfterMs);
      }
    }
  }

  #claim(requests: readonly ClaimRequest[]) {
    return this.#services.db.queue(async (tx) => {
      const { claims, outcomes } = await claimDue(tx, newLease(this.#services), requests);
      return { ...(await this.#owners.checkClaims(tx, claims)), outcomes };
    });
  }

  /** Puts webhooks that may have more due deliveries at the end of the queue. */
  #afterClaim(requests: readonly ClaimRequest[], outcomes: readonly ClaimOutcome[]): void {
    const byWebhook = new Map(outcomes.map((outcome) => [outcome.webhookId, outcome]));
    for (const { tenantId, webhookId, max } of requests) {
      const outcome = byWebhook.get(webhookId);
      // The webhook is paused or deleted, or its tenant is suspended. The recovery poll finds it when that changes.
      if (!outcome) continue;
      if (outcome.failing) this.#failing.set(webhookId, true);
      else this.#failing.delete(webhookId);
      const claimLater = outcome.lockedElsewhere || outcome.free === 0;
      const hasMore = claimLater || outcome.claimed >= Math.min(outcome.free, max);
      if (hasMore && !this.#due.has(webhookId))
        this.#due.set(webhookId, { tenantId, webhookId, notBefore: claimLater ? Date.now() + claimAgainMs : 0 });
    }
  }

  /** Divides the free capacity between the webhooks to claim from. */
  #requests(): ClaimRequest[] {
    if (this.#due.size === 0 || this.#writer.isFull) return [];
    const now = Date.now();
    const free = Math.min(this.#queues.free, this.#rate.allowance);
    if (free < Math.min(this.#queues.free, minClaim)) return [];
    const failingCount = [...this.#queues.webhookIds()].reduce(
      (sum, id) => sum + (this.#failing.get(id) ? this.#queues.countOf(id) : 0),
      0,
    );
    const ready = [...this.#due.values()]
      .filter(
        ({ webhookId, notBefore }) =>
          notBefore <= now &&
          !this.#queues.isFull(webhookId) &&
          !(this.#failing.get(webhookId) && failingCount >= maxFailingOnNode),
      )
      .slice(0, Math.min(maxWebhooks, free));
    const share = Math.max(1, Math.floor(free / Math.max(1, ready.length)));
    return ready.map(({ tenantId, webhookId }) => ({
      tenantId,
      webhookId,
      max: Math.min(share, this.#queues.freeOf(webhookId)),
      endedClaims: this.#queues.endedClaimsOf(webhookId),
    }));
  }

  /** Time until a webhook may be claimed from. Webhooks that wait for free capacity are woken when a delivery ends. */
  #msUntilDue(): number {
    const now = Date.now();
    const maxMs = this.#rate.allowance < minClaim ? loadedWaitMs : idleMs;
    return Math.min(
      maxMs,
      ...[...this.#due.values()].flatMap(({ notBefore }) => (notBefore > now ? [notBefore - now] : [])),
    );
  }
}
