import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#core/context.ts';
import type { Background } from '#core/module.ts';
import { Bell } from '#lib/bell.ts';
import { socialChannel } from '../posts/sql/outbox-rows.ts';
import { readAccount } from './read-account.ts';
import { takeAccounts } from './sql/leases.ts';

const pollEveryMs = 10_000;
/** Accounts that a node reads at the same time. */
const together = 4;

/** Reads inboxes and numbers of accounts. Each account is read by one node at a time. */
export class SocialReader implements Background {
  readonly #services: Services;
  readonly #node = randomUUID();
  readonly #bell = new Bell();
  #unlisten: (() => void) | undefined;
  #polling: Promise<void> | undefined;
  #stopped = false;

  constructor(services: Services) {
    this.#services = services;
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#services.db.listen({
      channel: socialChannel,
      onMessage: () => this.#bell.ring(),
      onConnectionChange: (connected) => connected && this.#bell.ring(),
    });
    this.#polling = this.#poll();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten?.();
    this.#bell.ring();
    await this.#polling;
  }

  async #poll(): Promise<void> {
    const { db, log } = this.#services;
    while (!this.#stopped) {
      try {
        const leases = await db.platform((tx) => takeAccounts(tx, this.#node, together));
        await Promise.all(leases.map((lease) => readAccount(this.#services, this.#node, lease)));
        if (leases.length === together) continue;
      } catch (error) {
        log.warn(`social accounts could not be read: ${(error as Error).message}`);
        await sleep(1000);
      }
      if (!this.#stopped) await this.#bell.wait(pollEveryMs * (0.75 + Math.random() / 2));
    }
  }
}
