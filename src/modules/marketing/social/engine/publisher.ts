import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#core/context.ts';
import type { Background } from '#core/module.ts';
import { Bell } from '#lib/bell.ts';
import { socialChannel } from '../posts/sql/outbox-rows.ts';
import { AccountRunner } from './account-runner.ts';
import { recoverPosts } from './recover-posts.ts';
import { type PolledQueue, type PostQueue, pollAccounts, tenantsWithExpired } from './sql/poll-accounts.ts';

/** Finds posts that no notification announced: scheduled ones, and those of a node that died. */
const pollEveryMs = 2000;
const expiredEveryMs = 10_000;
/** Accounts that a node works on at the same time. The others wait for their turn. */
const maxAccounts = 50;
const failedWaitMs = 5000;

/** Publishes posts. Any number of nodes may run it: each claims posts of accounts with a lease and writes what became of them. */
export class SocialPublisher implements Background {
  readonly #services: Services;
  readonly #runners = new Map<string, AccountRunner>();
  readonly #running = new Set<Promise<void>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Accounts that got posts while their runner was ending. */
  readonly #again = new Set<string>();
  readonly #bell = new Bell();
  #unlisten: (() => void) | undefined;
  #polling: Promise<void> | undefined;
  #expiredCheckedAt = 0;
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
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const runner of this.#runners.values()) runner.stop();
    await this.#polling;
    await Promise.all(this.#running);
  }

  async #poll(): Promise<void> {
    const { db, log } = this.#services;
    while (!this.#stopped) {
      try {
        for (const queue of await db.platform(pollAccounts)) this.#consider(queue);
        if (Date.now() - this.#expiredCheckedAt > expiredEveryMs) {
          this.#expiredCheckedAt = Date.now();
          for (const tenant of await db.platform(tenantsWithExpired)) await recoverPosts(this.#services, tenant);
        }
      } catch (error) {
        log.warn(`social posts could not be polled: ${(error as Error).message}`);
        await sleep(pollEveryMs);
      }
      // A random interval, so that nodes that were started together do not poll together.
      if (!this.#stopped) await this.#bell.wait(pollEveryMs * (0.75 + Math.random() / 2));
    }
  }

  #consider({ dueInMs, ...queue }: PolledQueue): void {
    if (dueInMs === 0) this.#run(queue);
    else if (dueInMs < pollEveryMs * 2) this.#runLater(queue, dueInMs);
  }

  #run(queue: PostQueue): void {
    const key = keyOf(queue);
    if (this.#stopped) return;
    if (this.#runners.has(key)) {
      this.#again.add(key);
      return;
    }
    if (this.#runners.size >= maxAccounts) return;
    this.#again.delete(key);
    const runner = new AccountRunner(this.#services, queue);
    this.#runners.set(key, runner);
    const work = this.#runToEnd(queue, runner);
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  async #runToEnd(queue: PostQueue, runner: AccountRunner): Promise<void> {
    const key = keyOf(queue);
    let failed = false;
    try {
      await runner.run();
    } catch (error) {
      this.#services.log.error({ err: error, tenantId: queue.tenantId }, 'social posts could not be published');
      failed = true;
    }
    this.#runners.delete(key);
    if (failed) this.#runLater(queue, failedWaitMs);
    else if (this.#again.delete(key)) this.#bell.ring();
  }

  #runLater(queue: PostQueue, ms: number): void {
    const key = keyOf(queue);
    if (this.#stopped || this.#timers.has(key)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      this.#run(queue);
    }, ms);
    this.#timers.set(key, timer.unref());
  }
}

const keyOf = ({ tenantId, connectionId }: PostQueue): string => `${tenantId}/${connectionId}`;
