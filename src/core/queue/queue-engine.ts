import { performance } from 'node:perf_hooks';
import type { Transaction } from '#db/database.ts';
import type { TenantName } from '../access/platform.ts';
import type { Background } from '../background.ts';
import type { Services } from '../context.ts';
import type { LeasedTable } from './leased-table.ts';
import { Poller } from './poller.ts';
import { type Runner, Runners } from './runners.ts';

/** A poll finds rows that no notification announced: scheduled rows, retries, and rows of nodes that died. */
const pollEveryMs = 2000;
const expiredEveryMs = 10_000;
const failedWaitMs = 5000;

export interface PolledQueue extends TenantName {
  /** Null when no row waits, or all rows are claimed. */
  readonly dueInMs: number | null;
}

/** Declares rows that nodes process queue by queue. A runner processes one queue until none of its rows is due. */
interface Queues<Queue extends PolledQueue> {
  /** The name of the rows in the log, such as `mails`. */
  readonly what: string;
  readonly channel: string;
  readonly table: Pick<LeasedTable, 'tenantsWithExpired'>;
  /** Maximum number of queues that a node processes at the same time. The others wait for their turn. */
  readonly max: number;
  readonly keyOf: (queue: Queue) => string;
  /** The queues of active tenants. */
  readonly poll: (tx: Transaction) => Promise<readonly Queue[]>;
  readonly create: (queue: Queue) => Runner;
  /** Recovers rows of a tenant whose node died or lost the database. */
  readonly recover: (tenant: TenantName) => Promise<void>;
  /** Runs for every queue that a poll returns. */
  readonly onPolled?: (queue: Queue) => void;
}

/** Finds queues with due rows, runs one runner for each of them, and recovers rows of nodes that died. */
export class QueueEngine<Queue extends PolledQueue> implements Background {
  readonly #services: Services;
  readonly #queues: Queues<Queue>;
  readonly #poller: Poller;
  readonly runners: Runners<Queue>;
  #expiredCheckedAt = -expiredEveryMs;

  constructor(services: Services, queues: Queues<Queue>) {
    const { what, channel, max, keyOf, create } = queues;
    this.#services = services;
    this.#queues = queues;
    this.runners = new Runners(services, {
      max,
      failedWaitMs,
      failure: `a queue of ${what} failed`,
      keyOf,
      create,
      onMore: () => this.wake(),
    });
    this.#poller = new Poller(
      services,
      {
        everyMs: pollEveryMs,
        failure: `${what} could not be polled`,
        channel,
        // There are new rows, or a pause has ended, so waiting queues may run now.
        onNotified: () => this.runners.endWaits(),
      },
      () => this.#poll(),
    );
  }

  start(): Promise<void> {
    return this.#poller.start();
  }

  /** Polls at once. */
  wake(): void {
    this.#poller.wake();
  }

  async stop(): Promise<void> {
    await Promise.all([this.runners.stop(), this.#poller.stop()]);
  }

  async #poll(): Promise<void> {
    const { db } = this.#services;
    const { poll, onPolled, table, recover } = this.#queues;
    for (const queue of await db.platform(poll)) {
      onPolled?.(queue);
      const { dueInMs } = queue;
      if (dueInMs === 0) this.runners.run(queue);
      else if (dueInMs !== null && dueInMs < pollEveryMs * 2) this.runners.runLater(queue, dueInMs);
    }
    if (performance.now() - this.#expiredCheckedAt < expiredEveryMs) return;
    this.#expiredCheckedAt = performance.now();
    for (const tenant of await db.platform((tx) => table.tenantsWithExpired(tx))) {
      await recover(tenant);
      this.wake();
    }
  }
}

/** Renews a claim while `work` runs. */
export async function whileRenewing<T>(
  { db, log }: Services,
  table: Pick<LeasedTable, 'of' | 'renewEveryMs'>,
  { tenantId, claim }: { readonly tenantId: string; readonly claim: string },
  work: () => Promise<T>,
): Promise<T> {
  const renew = () =>
    db
      .transaction(tenantId, (tx) => table.of(tx, tenantId, claim).renew())
      .catch((error: Error) => log.warn(`claims could not be renewed: ${error.message}`));
  const renewal = setInterval(() => void renew(), table.renewEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}
