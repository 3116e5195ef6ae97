import { type TenantName, tenantContext } from '#core/access/platform.ts';
import type { Background } from '#core/background.ts';
import { inTransaction, type Services } from '#core/context.ts';
import { BackgroundRate } from '#core/limits/background-rate.ts';
import { mailChannel } from '#core/mail/outbox.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { QueueEngine } from '#core/queue/queue-engine.ts';
import type { Runner } from '#core/queue/runners.ts';
import { Semaphore } from '#lib/semaphore.ts';
import { conversationsOf, recountConversations } from '../../conversations/contract.ts';
import { emails } from '../../model-names.ts';
import { finishBatch } from '../batches/finish-batch.ts';
import { Freezer } from '../batches/freezer.ts';
import type { MailMemory } from '../batches/mail-memory.ts';
import type { PreparingMarks } from '../batches/preparing-marks.ts';
import type { ContentCache } from '../content/thread/content-cache.ts';
import { factCounter } from '../facts/fact-counter.ts';
import { recordFacts } from '../facts/record-facts.ts';
import { keyOf, type MailQueue, mailTable } from '../queue/mail-queue.ts';
import type { Transports } from '../transports/transports.ts';
import { unconfirmedMessage } from './finish-mails.ts';
import type { MailPreparer } from './prepare-mail.ts';
import { QueueRunner, type RunnerParts } from './runner.ts';
import { type PolledMailQueue, pollQueues } from './sql/poll-queues.ts';

const maxBatchSends = 64;
/** Queues that a node works on at the same time. The others wait for their turn. */
const maxQueues = 100;
/**
 * Ten mails that start together cost as much as a hundred GET requests; started one by one, they cost twice as much.
 */
const underLoad = { perRequest: 0.006, minPerSecond: 20, together: 10 };

interface OutboxParts {
  readonly transports: Transports;
  readonly preparer: MailPreparer;
  readonly marks: PreparingMarks;
  readonly memory: MailMemory;
  readonly contents: ContentCache;
  readonly platformHasServer: boolean;
}

/**
 * Sends mail. Any number of nodes may run it. Each node works on queues (the single mails of a tenant, one of its
 * batches, or one of its mailboxes): it claims mails with a lease, sends them and writes the results.
 */
export class Outbox implements Background {
  readonly #services: Services;
  readonly #parts: RunnerParts;
  readonly #freezer: Freezer;
  readonly #engine: QueueEngine<PolledMailQueue>;

  constructor(services: Services, parts: OutboxParts) {
    this.#services = services;
    this.#parts = {
      ...parts,
      services,
      batchSlots: new Semaphore(maxBatchSends),
      rate: new BackgroundRate(services.load, underLoad),
    };
    this.#engine = new QueueEngine<PolledMailQueue>(services, {
      what: 'mails',
      channel: mailChannel,
      table: mailTable,
      max: maxQueues,
      keyOf,
      poll: pollQueues,
      create: (queue) => this.#runnerOf(queue),
      recover: (tenant) => this.#recover(tenant),
      onPolled: (queue) => this.#onPolled(queue),
    });
    this.#freezer = new Freezer(services, parts.contents, parts.marks, () => this.#engine.wake());
  }

  start(): Promise<void> {
    return this.#engine.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#engine.stop(), this.#freezer.stop()]);
    await this.#parts.transports.close();
  }

  #onPolled(queue: PolledMailQueue): void {
    const { dueInMs, unfrozen, batchId } = queue;
    const { runners } = this.#engine;
    if (unfrozen) this.#freezer.freeze(queue);
    else if (dueInMs === null && batchId !== null && !runners.has(queue)) runners.track(this.#finishLater(queue));
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

  /** Finishes a batch. If that fails, the next poll finds the batch again. */
  async #finishLater(queue: MailQueue): Promise<void> {
    try {
      await finishBatch(this.#services, queue);
    } catch (error) {
      this.#services.log.warn(`a batch could not be finished yet: ${(error as Error).message}`);
    }
  }

  /** Releases claims of a node that died or lost the database. Mails whose handover had begun may have been sent. */
  async #recover(tenant: TenantName): Promise<void> {
    const { tenantId } = tenant;
    const context = await tenantContext(this.#services, tenant);
    const ended = await inTransaction(context, async (within) => {
      await mailTable.releaseExpired(within.tx, tenantId);
      const columns = 'q.email_id as "emailId", q.sealed is not null as platform';
      const unknown = await mailTable.lockExpired<{ emailId: string; platform: boolean }>(within.tx, tenantId, columns);
      for (const { claim, emailId } of unknown) await mailTable.of(within.tx, tenantId, claim).finish([emailId]);
      const ids = unknown.filter(({ platform }) => !platform).map(({ emailId }) => emailId);
      const values = { status: 'failed', unconfirmed: true, error: unconfirmedMessage };
      await updateMany(
        within,
        emails(within),
        ids.map((id) => ({ id, values })),
        { withoutHooks: true },
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
      this.#services.of(factCounter).wake(tenantId);
    }
  }
}
