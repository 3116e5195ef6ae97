import { randomUUID } from 'node:crypto';
import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { Poller } from '#core/queue/poller.ts';
import { socialChannel } from '../posts/sql/outbox-rows.ts';
import { readAccount } from './read-account.ts';
import { claimAccounts } from './sql/leases.ts';

const pollEveryMs = 10_000;
/** Accounts that a node reads at the same time. */
const maxConcurrent = 4;

/** Reads inboxes and numbers of accounts. Each account is read by one node at a time. */
export class SocialReader implements Background {
  readonly #services: Services;
  readonly #node = randomUUID();
  readonly #poller: Poller;

  constructor(services: Services) {
    this.#services = services;
    this.#poller = new Poller(
      services,
      { everyMs: pollEveryMs, failure: 'social accounts could not be read', channel: socialChannel },
      () => this.#read(),
    );
  }

  start(): Promise<void> {
    return this.#poller.start();
  }

  stop(): Promise<void> {
    return this.#poller.stop();
  }

  async #read(): Promise<void> {
    const leases = await this.#services.db.platform((tx) => claimAccounts(tx, this.#node, maxConcurrent));
    await Promise.all(leases.map((lease) => readAccount(this.#services, this.#node, lease)));
    // There may be more due accounts.
    if (leases.length === maxConcurrent) this.#poller.wake();
  }
}
