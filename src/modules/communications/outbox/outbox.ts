import { inTransaction, type Services } from '#core/context.ts';
import { BackgroundRate } from '#core/limits/background-rate.ts';
import { mailChannel } from '#core/mail/outbox.ts';
import type { Background } from '#core/module.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { Poller } from '#core/polling/poller.ts';
import { type Runner, Runners } from '#core/polling/runners.ts';
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
  readonly #poller: Poller;
  readonly #runners: Runners<MailQueue>;
  #expiredCheckedAt = 0;

  constructor(services: Services, parts: OutboxParts) {
    this.#services = services;
    this.#parts = {
      ...parts,
      services,
      batchSlots: new Semaphore(maxBatchSends),
      rate: new BackgroundRate(services.load, underLoad),
    };
    this.#poller = new Poller(
      services,
      {
        everyMs: pollEveryMs,
        failure: 'the outbox could not be polled',
        channel: mailChannel,
        // There is new mail, or a transport or batch changed: what waited for a time may go now.
        onNotified: () => this.#runners.endWaits(),
      },
      () => this.#poll(),
    );
    this.#runners = new Runners(services, {
      max: maxQueues,
      failedWaitMs,
      failure: 'mails of a queue could not be sent',
      keyOf,
      create: (queue) => this.#runnerOf(queue),
      onMore: () => this.#poller.wake(),
    });
    this.#freezer = new Freezer(services, parts.contents, () => this.#poller.wake());
  }

  start(): Promise<void> {
    return this.#poller.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#runners.stop(), this.#freezer.stop(), this.#poller.stop()]);
    await this.#parts.transports.close();
  }

  async #poll(): Promise<void> {
    const { db } = this.#services;
    for (const queue of await db.platform(pollQueues)) this.#consider(queue);
    if (Date.now() - this.#expiredCheckedAt <= expiredEveryMs) return;
    this.#expiredCheckedAt = Date.now();
    for (const tenant of await db.platform(tenantsWithExpired)) await this.#recover(tenant);
  }

  #consider({ dueInMs, unfrozen, ...queue }: PolledQueue): void {
    if (unfrozen) this.#freezer.freeze(queue);
    if (dueInMs === 0) this.#runners.run(queue);
    else if (dueInMs !== null && dueInMs < pollEveryMs * 2) this.#runners.runLater(queue, dueInMs);
    else if (dueInMs === null && queue.batchId !== null && !unfrozen && !this.#runners.has(queue))
      this.#runners.track(this.#finishLater(queue));
  }

  #runnerOf(queue: MailQueue): Runner {
    const runner = new QueueRunner(this.#parts, queue);
    return {
      stop: () => runner.stop(),
      run: async () => {
        const end = await runner.run();
        if (end.kind === 'wait') return end.ms;
        if (queue.batchId !== null) await finishBatch(this.#services, queue);
        return 0;
      },
    };
  }

  /** The next poll finds a batch again that could not be finished. */
  async #finishLater(queue: MailQueue): Promise<void> {
    try {
      await finishBatch(this.#services, queue);
    } catch (error) {
      this.#services.log.warn(`a batch could not be finished yet: ${(error as Error).message}`);
    }
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
    this.#poller.wake();
  }
}
