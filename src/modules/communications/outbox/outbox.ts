import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, type Services } from '#core/context.ts';
import { BackgroundRate } from '#core/limits/background-rate.ts';
import { mailChannel } from '#core/mail/outbox.ts';
import type { Background } from '#core/module.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { Bell } from '#lib/bell.ts';
import { Semaphore } from '#lib/semaphore.ts';
import { finishBatch } from '../batches/finish-batch.ts';
import { Freezer } from '../batches/freezer.ts';
import type { ContentCache } from '../content/content-cache.ts';
import { recountConversations } from '../conversations/recount.ts';
import { conversationsOf } from '../conversations/sql/conversations-of.ts';
import { wakeFactCounter } from '../facts/fact-counter.ts';
import { recordFacts } from '../facts/record-facts.ts';
import { emails } from '../model-names.ts';
import { tenantContext } from '../tenant-context.ts';
import type { Transports } from '../transports/transports.ts';
import { unconfirmedMessage } from './finish-mails.ts';
import type { MailPreparer } from './prepare-mail.ts';
import { keyOf, type MailQueue } from './queue.ts';
import { QueueRunner, type RunnerParts } from './runner.ts';
import { endExpired } from './sql/end-claims.ts';
import { type PolledQueue, pollQueues, tenantsWithExpired } from './sql/poll-queues.ts';

/** Finds mail that no notification announced: scheduled, to be tried again, or of a node that died. */
const pollEveryMs = 2000;
const expiredEveryMs = 10_000;
const maxBatchSends = 64;
/** Queues that a node works on at the same time. The others wait for their turn. */
const maxQueues = 100;
const failedWaitMs = 5000;
/** Ten mails that start together cost as much as a hundred gets; one by one they cost twice that. */
const underLoad = { perRequest: 0.006, minPerSecond: 20, together: 10 };

interface OutboxParts {
  readonly transports: Transports;
  readonly preparer: MailPreparer;
  readonly contents: ContentCache;
  readonly platformHasServer: boolean;
}

/**
 * Sends mail. Any number of nodes may run it: each works on queues, which are the single mails of a tenant, one of its batches or
 * mailboxes, claims mails with a lease, sends them and writes what became of them.
 */
export class Outbox implements Background {
  readonly #services: Services;
  readonly #parts: RunnerParts;
  readonly #freezer: Freezer;
  readonly #runners = new Map<string, QueueRunner>();
  readonly #running = new Set<Promise<void>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Queues that got mail while their runner was ending. */
  readonly #again = new Set<string>();
  readonly #bell = new Bell();
  #unlisten: (() => void) | undefined;
  #polling: Promise<void> | undefined;
  #expiredCheckedAt = 0;
  #stopped = false;

  constructor(services: Services, parts: OutboxParts) {
    this.#services = services;
    this.#parts = {
      ...parts,
      services,
      batchSlots: new Semaphore(maxBatchSends),
      rate: new BackgroundRate(services.load, underLoad),
    };
    this.#freezer = new Freezer(services, parts.contents, () => this.#bell.ring());
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#services.db.listen({
      channel: mailChannel,
      onMessage: () => this.#lookNow(),
      onConnectionChange: (connected) => connected && this.#bell.ring(),
    });
    this.#polling = this.#poll();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten?.();
    this.#bell.ring();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const runner of this.#runners.values()) runner.stop();
    await this.#freezer.stop();
    await this.#polling;
    await Promise.all(this.#running);
    await this.#parts.transports.close();
  }

  /** There is new mail, or a transport or batch changed: what waited for a time may go now. */
  #lookNow(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#bell.ring();
  }

  async #poll(): Promise<void> {
    const { db, log } = this.#services;
    while (!this.#stopped) {
      try {
        for (const queue of await db.platform(pollQueues)) this.#consider(queue);
        if (Date.now() - this.#expiredCheckedAt > expiredEveryMs) {
          this.#expiredCheckedAt = Date.now();
          for (const tenant of await db.platform(tenantsWithExpired)) await this.#recover(tenant);
        }
      } catch (error) {
        log.warn(`the outbox could not be polled: ${(error as Error).message}`);
        await sleep(pollEveryMs);
      }
      // A random interval, so that nodes that were started together do not poll together.
      if (!this.#stopped) await this.#bell.wait(pollEveryMs * (0.75 + Math.random() / 2));
    }
  }

  #consider({ dueInMs, unfrozen, ...queue }: PolledQueue): void {
    if (unfrozen) this.#freezer.freeze(queue);
    if (dueInMs === 0) this.#run(queue);
    else if (dueInMs !== null && dueInMs < pollEveryMs * 2) this.#runLater(queue, dueInMs);
    else if (dueInMs === null && queue.batchId !== null && !unfrozen && !this.#runners.has(keyOf(queue)))
      this.#track(finishBatch(this.#services, queue));
  }

  #run(queue: MailQueue): void {
    const key = keyOf(queue);
    if (this.#stopped || this.#timers.has(key)) return;
    if (this.#runners.has(key)) {
      this.#again.add(key);
      return;
    }
    if (this.#runners.size >= maxQueues) return;
    this.#again.delete(key);
    const runner = new QueueRunner(this.#parts, queue);
    this.#runners.set(key, runner);
    this.#track(this.#runToEnd(queue, runner));
  }

  async #runToEnd(queue: MailQueue, runner: QueueRunner): Promise<void> {
    const key = keyOf(queue);
    let waitMs = 0;
    try {
      const end = await runner.run();
      if (end.kind === 'wait') waitMs = end.ms;
      else if (queue.batchId !== null) await finishBatch(this.#services, queue);
    } catch (error) {
      this.#services.log.error({ err: error, tenantId: queue.tenantId }, 'mails of a queue could not be sent');
      waitMs = failedWaitMs;
    }
    this.#runners.delete(key);
    if (waitMs > 0) this.#runLater(queue, waitMs);
    else if (this.#again.delete(key)) this.#bell.ring();
  }

  #runLater(queue: MailQueue, ms: number): void {
    const key = keyOf(queue);
    if (this.#stopped || this.#timers.has(key) || this.#runners.has(key)) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(key);
        this.#run(queue);
      },
      Math.min(ms, 60_000),
    );
    this.#timers.set(key, timer.unref());
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch((error) =>
      this.#services.log.warn(`work of the outbox is tried again: ${(error as Error).message}`),
    );
    this.#running.add(tracked);
    void tracked.finally(() => this.#running.delete(tracked));
  }

  /** The node of these claims died or lost the database. What it had begun to hand over may have been sent. */
  async #recover({ tenantId, accountKey }: { tenantId: string; accountKey: string }): Promise<void> {
    const context = await tenantContext(this.#services, tenantId, accountKey);
    const ended = await inTransaction(context, async (within) => {
      const unknown = await endExpired(within.tx, tenantId);
      const ids = unknown.filter(({ platform }) => !platform).map(({ emailId }) => emailId);
      const values = { status: 'failed', unconfirmed: true, error: unconfirmedMessage };
      await updateMany(
        within,
        emails(within),
        ids.map((id) => ({ id, values })),
      );
      await recordFacts(
        within.tx,
        tenantId,
        ids.map((emailId) => ({ emailId, kind: 'failed' })),
      );
      await recountConversations(within, await conversationsOf(within.tx, tenantId, ids));
      return unknown;
    });
    if (ended.length > 0) {
      this.#services.log.warn({ tenantId, mails: ended.length }, 'mails are unconfirmed, because their node died');
      wakeFactCounter(this.#services, tenantId);
    }
    this.#bell.ring();
  }
}
