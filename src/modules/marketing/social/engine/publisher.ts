import type { Services } from '#core/context.ts';
import type { Background } from '#core/module.ts';
import { Poller } from '#core/polling/poller.ts';
import { Runners } from '#core/polling/runners.ts';
import { socialChannel } from '../posts/sql/outbox-rows.ts';
import { AccountRunner } from './account-runner.ts';
import { recoverPosts } from './recover-posts.ts';
import { type PostQueue, pollAccounts, tenantsWithExpired } from './sql/poll-accounts.ts';

/** Finds posts that no notification announced: scheduled ones, and those of a node that died. */
const pollEveryMs = 2000;
const expiredEveryMs = 10_000;
/** Accounts that a node works on at the same time. The others wait for their turn. */
const maxAccounts = 50;
const failedWaitMs = 5000;

/** Publishes posts. Any number of nodes may run it: each claims posts of accounts with a lease and writes what became of them. */
export class SocialPublisher implements Background {
  readonly #services: Services;
  readonly #poller: Poller;
  readonly #runners: Runners<PostQueue>;
  #expiredCheckedAt = 0;

  constructor(services: Services) {
    this.#services = services;
    this.#poller = new Poller(
      services,
      { everyMs: pollEveryMs, failure: 'social posts could not be polled', channel: socialChannel },
      () => this.#poll(),
    );
    this.#runners = new Runners(services, {
      max: maxAccounts,
      failedWaitMs,
      failure: 'social posts could not be published',
      keyOf: ({ tenantId, connectionId }) => `${tenantId}/${connectionId}`,
      create: (queue) => new AccountRunner(services, queue),
      onMore: () => this.#poller.wake(),
    });
  }

  start(): Promise<void> {
    return this.#poller.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#runners.stop(), this.#poller.stop()]);
  }

  async #poll(): Promise<void> {
    const { db } = this.#services;
    for (const { dueInMs, ...queue } of await db.platform(pollAccounts)) {
      if (dueInMs === 0) this.#runners.run(queue);
      else if (dueInMs < pollEveryMs * 2) this.#runners.runLater(queue, dueInMs);
    }
    if (Date.now() - this.#expiredCheckedAt <= expiredEveryMs) return;
    this.#expiredCheckedAt = Date.now();
    for (const tenant of await db.platform(tenantsWithExpired)) await recoverPosts(this.#services, tenant);
  }
}
