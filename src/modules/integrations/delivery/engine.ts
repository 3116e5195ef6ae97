import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import type { Tenants } from '#core/events/spine.ts';
import { BackgroundRate } from '#core/limits/background-rate.ts';
import { Poller } from '#core/queue/poller.ts';
import { WakeSignal } from '#lib/wake-signal.ts';
import { webhooksChannel } from '../sql/webhooks.ts';
import type { WebhookKey } from './data/delivery.ts';
import type { WaitsFor } from './match-plan.ts';
import { match } from './matcher.ts';
import { OwnerPermissions } from './owner-permissions.ts';
import { Sender } from './sender.ts';
import { maxEvents } from './sql/matching.ts';
import { pollForWork, tenantsWithWebhooks } from './sql/recovery-poll.ts';
import { requestHelp } from './sql/request-help.ts';

/** The recovery poll finds work that no notification announced. */
const pollEveryMs = 2000;
/** Maximum number of tenants that are matched in one transaction. */
const maxTenants = 100;
const retryAfterMs = 500;
/** The wait between two matches, so that events that follow closely are matched together. */
const gatherMs = 10;
/** The limit under load. A delivery costs less than half as much as a get. */
const underLoad = { perRequest: 0.1, minPerSecond: 50 };
/** Under load, events are matched less often, and at least this many at a time. */
const minMatch = 8;
const loadedWaitMs = 150;
/** The first wait before events behind an open transaction are read again. The wait doubles up to the maximum. */
const firstWaitMs = 10;
const maxWaitMs = 500;

const minBatchSize = 512;
/** The wait before a webhook is matched again while other nodes send to it. */
const otherNodesWaitMs = 20;
const nextTransactionWaitMs = 2;

/** The notification channel on which nodes with too many deliveries ask others for help. */
const helpChannel = 'atrium_deliveries';

/**
 * Delivers events to webhooks, with three loops that any number of nodes may run: matching turns events into deliveries,
 * the sender claims and sends them, and the recovery poll finds work that the other two were not notified of.
 */
export class DeliveryEngine implements Background {
  readonly #services: Services;
  readonly #owners: OwnerPermissions;
  readonly #sender: Sender;
  readonly #rate: BackgroundRate;
  readonly #node = randomUUID();
  /** Tenants with webhooks. Events of others are ignored. */
  #listening = new Set<string>();
  readonly #toMatch = new Set<string>();
  /** The number of events to read at once. It doubles while there are more events than were read. */
  #batchSize = minBatchSize;
  /** True when most of the last events were sent. Then the contents of the next ones are read with the events. */
  #mostlySent = false;
  readonly #waits = new Map<string, number>();
  readonly #matchSignal = new WakeSignal();
  readonly #poller: Poller;
  readonly #stops: (() => void)[] = [];
  #matching: Promise<void> | undefined;
  #stopped = false;

  constructor(services: Services) {
    this.#services = services;
    this.#rate = new BackgroundRate(services.load, underLoad);
    const polling = { everyMs: pollEveryMs, failure: 'webhooks could not be polled' };
    this.#poller = new Poller(services, polling, () => this.#poll());
    this.#owners = new OwnerPermissions(services);
    this.#sender = new Sender(services, this.#owners, new BackgroundRate(services.load, underLoad));
  }

  async start(): Promise<void> {
    const { db, spine } = this.#services;
    this.#stops.push(
      await db.listen({
        channel: webhooksChannel,
        onMessage: (tenantId) => this.#webhooksChanged(tenantId),
        onConnectionChange: (connected) => connected && this.#poller.wake(),
      }),
      await db.listen({
        channel: helpChannel,
        onMessage: (text) => this.#onHelpRequest(text),
        onConnectionChange: () => {},
      }),
      spine.follow((tenants, here) => this.#eventsWritten(tenants, here)),
    );
    this.#sender.start();
    await this.#poller.start();
    this.#matching = this.#runMatches();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const stop of this.#stops) stop();
    this.#matchSignal.wake();
    // Wait for the last match, because it passes its deliveries to the sender, which releases those that it does not
    // send.
    await Promise.all([this.#poller.stop(), this.#matching]);
    await this.#sender.stop();
  }

  /**
   * Matches the events that this node wrote. The recovery poll finds events of a node that died before it matched them.
   */
  #eventsWritten(tenants: Tenants, here: boolean): void {
    if (!here || !tenants) return;
    for (const tenantId of tenants) if (this.#listening.has(tenantId)) this.#toMatch.add(tenantId);
    if (this.#toMatch.size > 0) this.#matchSignal.wake();
  }

  /** Matches and sends again, because changed webhooks may have events to match and deliveries to send. */
  #webhooksChanged(tenantId: string): void {
    this.#sender.webhooksChanged(tenantId);
    this.#listening.add(tenantId);
    this.#toMatch.add(tenantId);
    this.#matchSignal.wake();
    this.#poller.wake();
  }

  #onHelpRequest(text: string): void {
    const [node, ...pairs] = text.split(' ');
    if (node === this.#node) return;
    for (const pair of pairs) {
      const [tenantId = '', webhookId = ''] = pair.split('/');
      this.#sender.markDue({ tenantId, webhookId });
    }
  }

  async #poll(): Promise<void> {
    const [tenants, work] = await this.#services.db.queue((tx) =>
      Promise.all([tenantsWithWebhooks(tx), pollForWork(tx)]),
    );
    this.#listening = new Set(tenants);
    for (const { tenantId, webhookId, due, unread } of work) {
      if (due) this.#sender.markDue({ tenantId, webhookId });
      if (unread) this.#toMatch.add(tenantId);
    }
    if (this.#toMatch.size > 0) this.#matchSignal.wake();
  }

  async #runMatches(): Promise<void> {
    while (!this.#stopped) {
      if (this.#toMatch.size === 0) await this.#matchSignal.wait(pollEveryMs);
      const tenants = [...this.#toMatch].slice(0, maxTenants);
      if (tenants.length === 0 || this.#stopped) continue;
      const { allowance } = this.#rate;
      if (allowance < minMatch) {
        await sleep(loadedWaitMs);
        continue;
      }
      for (const tenantId of tenants) this.#toMatch.delete(tenantId);
      try {
        const more = await this.#match(tenants, allowance);
        // Wait after the match, so that a single event does not wait.
        if (Number.isFinite(allowance)) await sleep(loadedWaitMs);
        else if (!more) await sleep(gatherMs);
      } catch (error) {
        this.#services.log.warn(`events could not be matched to webhooks: ${(error as Error).message}`);
        this.#matchLater(tenants, retryAfterMs);
      }
    }
  }

  /** Matches events of tenants. Returns true when there are more events to match, now or when there is capacity. */
  async #match(tenants: readonly string[], allowance: number): Promise<boolean> {
    const options = { batchSize: Math.min(allowance, this.#batchSize), mostlySent: this.#mostlySent };
    const capacity = this.#sender.capacity();
    const matched = await match(this.#services.db, this.#owners, tenants, options, capacity);
    const { eventCount, claimed, queued, waiting, unentitled, withMore, unsettled } = matched;
    if (eventCount > 0) this.#mostlySent = claimed.length > eventCount / 2;
    this.#sender.send(claimed, capacity);
    this.#rate.use(claimed.length + queued.reduce((sum, { added }) => sum + added, 0));
    this.#batchSize = withMore.length === 0 ? minBatchSize : Math.min(maxEvents, this.#batchSize * 2);
    for (const { waitsFor, ...webhook } of waiting) this.#continueLater(webhook, waitsFor);
    for (const webhook of queued) this.#sender.markDue(webhook);
    for (const tenantId of withMore) this.#toMatch.add(tenantId);
    this.#waitForTransactions(tenants, unsettled);
    const tooMany = queued.filter(({ added }) => added > this.#sender.free);
    if (tooMany.length > 0) await requestHelp(this.#services.db, helpChannel, this.#node, tooMany);
    await this.#owners.pause(unentitled);
    return withMore.length + waiting.length > 0;
  }

  #waitForTransactions(tenants: readonly string[], unsettled: readonly string[]): void {
    for (const tenantId of tenants) {
      if (!unsettled.includes(tenantId)) this.#waits.delete(tenantId);
    }
    for (const tenantId of unsettled) {
      const wait = this.#waits.get(tenantId) ?? firstWaitMs;
      this.#waits.set(tenantId, Math.min(wait * 2, maxWaitMs));
      this.#matchLater([tenantId], wait);
    }
  }

  /** Matches the webhook again when it may continue. Its next events stay in the events table until then. */
  #continueLater(webhook: WebhookKey, waitsFor: WaitsFor): void {
    const { tenantId } = webhook;
    if (waitsFor === 'poll') return;
    if (waitsFor === 'capacity' || (waitsFor !== 'nextTransaction' && this.#sender.isFull(webhook)))
      this.#sender.whenFree(webhook, () => this.#matchNow(tenantId));
    else this.#matchLater([tenantId], waitsFor === 'nextTransaction' ? nextTransactionWaitMs : otherNodesWaitMs);
    if (waitsFor === 'queue') this.#sender.markDue(webhook);
  }

  #matchNow(tenantId: string): void {
    this.#toMatch.add(tenantId);
    this.#matchSignal.wake();
  }

  #matchLater(tenants: readonly string[], ms: number): void {
    setTimeout(() => {
      for (const tenantId of tenants) this.#matchNow(tenantId);
    }, ms).unref();
  }
}
