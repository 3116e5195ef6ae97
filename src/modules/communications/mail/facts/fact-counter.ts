import { systemCaller } from '#core/access/caller.ts';
import type { Background } from '#core/background.ts';
import { type Context, inTransaction, type Services } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';
import { newId } from '#lib/ids.ts';
import { WakeSignal } from '#lib/wake-signal.ts';
import { foldFacts } from './fold-facts.ts';
import { tenantsWithUncounted } from './sql/tenants-with-uncounted.ts';

/** The poll finds facts of nodes that died before they counted them. */
const pollEveryMs = 2000;
/** Limit of facts of one tenant that one transaction counts. */
const maxFacts = 2000;
/** The pause between two folds of a tenant, unless there are more facts than one fold takes: every fold makes a version of a campaign. */
const pauseMs = 500;
/** The wait while another node counts the facts of the tenant. */
const busyMs = 250;
const firstRetryMs = 1000;
const maxRetryMs = 60_000;

/** Turns facts into updates of records: statuses and times of mails, counters of campaigns. Any number of nodes may run it. */
class FactCounter implements Background {
  readonly #services: Services;
  /** Tenants with facts, and the time before which their facts are not counted. */
  readonly #due = new Map<string, number>();
  readonly #foldedAt = new Map<string, number>();
  readonly #retryMs = new Map<string, number>();
  readonly #wakeSignal = new WakeSignal();
  #loop: Promise<void> | undefined;
  #nextPollAt = 0;
  #stopped = false;

  constructor(services: Services) {
    this.#services = services;
  }

  async start(): Promise<void> {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wakeSignal.wake();
    await this.#loop;
  }

  /** Counts the facts of a tenant soon. Call it once the transaction that recorded them has committed. */
  wake(tenantId: string): void {
    if (this.#due.has(tenantId)) return;
    const last = this.#foldedAt.get(tenantId) ?? 0;
    this.#due.set(tenantId, Math.max(Date.now(), last + pauseMs));
    this.#wakeSignal.wake();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const now = Date.now();
      if (now >= this.#nextPollAt) await this.#poll();
      const next = [...this.#due].filter(([, at]) => at <= now).sort(([, a], [, b]) => a - b)[0];
      if (next) await this.#fold(next[0]);
      else await this.#wakeSignal.wait(Math.max(1, Math.min(this.#nextPollAt, ...this.#due.values()) - Date.now()));
    }
  }

  async #poll(): Promise<void> {
    const { db, log } = this.#services;
    // A random interval, so that nodes that were started together do not poll together.
    this.#nextPollAt = Date.now() + pollEveryMs * (0.75 + Math.random() / 2);
    for (const [tenantId, at] of this.#foldedAt) if (at + pauseMs < Date.now()) this.#foldedAt.delete(tenantId);
    try {
      for (const tenantId of await db.queue(tenantsWithUncounted)) this.wake(tenantId);
    } catch (error) {
      log.warn(`facts of mails could not be polled: ${(error as Error).message}`);
    }
  }

  /** Never throws, so that an error of one tenant does not stop the others. */
  async #fold(tenantId: string): Promise<void> {
    this.#due.delete(tenantId);
    try {
      const context = await this.#contextOf(tenantId);
      const count = context && (await inTransaction(context, (within) => foldFacts(within, maxFacts)));
      this.#retryMs.delete(tenantId);
      this.#foldedAt.set(tenantId, Date.now());
      if (count === maxFacts) this.#due.set(tenantId, Date.now());
      else if (context && count === undefined) this.#due.set(tenantId, Date.now() + busyMs);
    } catch (error) {
      const retryMs = Math.min(maxRetryMs, (this.#retryMs.get(tenantId) ?? firstRetryMs / 2) * 2);
      this.#retryMs.set(tenantId, retryMs);
      this.#due.set(tenantId, Date.now() + retryMs);
      this.#services.log.warn(
        { err: error, tenantId },
        `facts of mails were not counted; the next attempt is in ${retryMs / 1000} s: ${(error as Error).message}`,
      );
    }
  }

  /** Undefined when the tenant no longer exists. */
  async #contextOf(tenantId: string): Promise<Context | undefined> {
    const { directory } = this.#services;
    const tenant = await directory.tenantById(tenantId);
    if (!tenant) return undefined;
    const caller = systemCaller(tenantId, tenant.accountKey);
    const registry = await directory.registry(tenantId);
    return { services: this.#services, caller, registry, requestId: newId() };
  }
}

/** The counter of this node. */
export const factCounter = defineService({
  name: 'communications.factCounter',
  make: (services) => new FactCounter(services),
});
