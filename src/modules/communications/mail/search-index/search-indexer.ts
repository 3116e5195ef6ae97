import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { Poller } from '#core/queue/poller.ts';
import { indexMails } from './sql/index-mails.ts';
import { tenantsToIndex } from './sql/tenants-to-index.ts';

const pollEveryMs = 2000;
/** Number of mails of one tenant that one transaction indexes. */
const maxMails = 100;
/** Interval while old messages of a mailbox are read, because that keeps the processors busy. */
const pauseInBackfillMs = 10_000;

/**
 * Indexes the words of new and changed mails, so that `q` finds mails by their texts. Any number of nodes may run it.
 */
export class SearchIndexer implements Background {
  readonly #services: Services;
  readonly #poller: Poller;
  readonly #isBackfilling: () => boolean;
  #readAt = 0;
  #stopped = false;

  /** `isBackfilling` tells whether this node reads old messages of a mailbox. */
  constructor(services: Services, isBackfilling: () => boolean) {
    this.#services = services;
    this.#isBackfilling = isBackfilling;
    const options = { everyMs: pollEveryMs, failure: 'mails could not be indexed for search' };
    this.#poller = new Poller(services, options, () => this.#poll());
  }

  start(): Promise<void> {
    return this.#poller.start();
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#poller.stop();
  }

  async #poll(): Promise<void> {
    if (this.#isBackfilling() && Date.now() - this.#readAt < pauseInBackfillMs) return;
    const { db } = this.#services;
    let more = false;
    for (const tenantId of await db.queue(tenantsToIndex)) {
      if (this.#stopped) return;
      const count = await db.transaction(tenantId, (tx) => indexMails(tx, tenantId, maxMails));
      more ||= count === maxMails;
    }
    this.#readAt = Date.now();
    if (more) this.#poller.wake();
  }
}
