import type { Services } from '#core/context.ts';
import type { Background } from '#core/module.ts';
import { Poller } from '#core/polling/poller.ts';
import { readsOldMail } from '../mailboxes/sync/mailbox-engine.ts';
import { readWords } from './sql/read-words.ts';
import { tenantsWithUnread } from './sql/tenants-with-unread.ts';

const pollEveryMs = 2000;
/** Mails of one tenant in one transaction. */
const maxMails = 100;
/** While old messages of a mailbox are read, which keeps the processors busy, words are read this seldom. */
const pauseInBackfillMs = 10_000;

/** Reads the words of new and changed mails, so that `q` finds them by their texts. Any number of nodes may run it. */
export class WordReader implements Background {
  readonly #services: Services;
  readonly #poller: Poller;
  #readAt = 0;
  #stopped = false;

  constructor(services: Services) {
    this.#services = services;
    const options = { everyMs: pollEveryMs, failure: 'the words of mails could not be read' };
    this.#poller = new Poller(services, options, () => this.#look());
  }

  start(): Promise<void> {
    return this.#poller.start();
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#poller.stop();
  }

  async #look(): Promise<void> {
    if (readsOldMail(this.#services) && Date.now() - this.#readAt < pauseInBackfillMs) return;
    const { db } = this.#services;
    let more = false;
    for (const tenantId of await db.queue(tenantsWithUnread)) {
      if (this.#stopped) return;
      const count = await db.transaction(tenantId, (tx) => readWords(tx, tenantId, maxMails));
      more ||= count === maxMails;
    }
    this.#readAt = Date.now();
    if (more) this.#poller.wake();
  }
}
