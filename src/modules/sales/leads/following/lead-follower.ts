import { tenantContext } from '#core/access/platform.ts';
import type { Background } from '#core/background.ts';
import { inTransaction, type Services } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';
import { newId } from '#lib/ids.ts';
import { WakeSignal } from '#lib/wake-signal.ts';
import { followTurn, requestOfFollower } from './follow-turn.ts';
import { followedTenants } from './sql/followers.ts';

/** The poll finds tenants of nodes that died, events whose notification was lost, and points that decay. */
const pollEveryMs = 30_000;
/** The delay after an event, so that the events of one action are handled together. */
const delayMs = 300;
/** The wait for events of an open transaction, and for another node. */
const waitMs = 1000;
const firstRetryMs = 2000;
const maxRetryMs = 120_000;

/**
 * Scores and routes leads soon after something happened. It reads the events of tenants that have rules, and costs the
 * writes themselves nothing. Any number of nodes may run it: they take turns by a lock on the state of the tenant.
 */
class LeadFollower implements Background {
  readonly #services: Services;
  /** The tenants that have rules. */
  #followed: ReadonlySet<string> = new Set();
  /** Tenants with something to do, and the time before which it is not done. */
  readonly #due = new Map<string, number>();
  readonly #retryMs = new Map<string, number>();
  readonly #wakeSignal = new WakeSignal();
  #unfollow: (() => void) | undefined;
  #loop: Promise<void> | undefined;
  #nextPollAt = 0;
  #stopped = false;

  constructor(services: Services) {
    this.#services = services;
  }

  async start(): Promise<void> {
    this.#unfollow = this.#services.spine.follow((tenants) => {
      for (const id of tenants ?? this.#followed) if (this.#followed.has(id)) this.#wake(id, delayMs);
    });
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unfollow?.();
    this.#wakeSignal.wake();
    await this.#loop;
  }

  /** Follows a tenant whose rules have changed. Call it once the transaction has committed. */
  follow(tenantId: string): void {
    this.#followed = new Set([...this.#followed, tenantId]);
    this.#wake(tenantId, 0);
  }

  #wake(tenantId: string, afterMs: number): void {
    if (this.#due.has(tenantId)) return;
    this.#due.set(tenantId, Date.now() + afterMs);
    this.#wakeSignal.wake();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const now = Date.now();
      if (now >= this.#nextPollAt) await this.#poll();
      const next = [...this.#due].filter(([, at]) => at <= now).sort(([, a], [, b]) => a - b)[0];
      if (next) await this.#turn(next[0]);
      else await this.#wakeSignal.wait(Math.max(1, Math.min(this.#nextPollAt, ...this.#due.values()) - Date.now()));
    }
  }

  async #poll(): Promise<void> {
    // A random interval, so that nodes that were started together do not poll together.
    this.#nextPollAt = Date.now() + pollEveryMs * (0.75 + Math.random() / 2);
    try {
      this.#followed = new Set(await this.#services.db.platform(followedTenants));
      for (const id of this.#followed) this.#wake(id, 0);
    } catch (error) {
      this.#services.log.warn(`tenants with rules for leads could not be read: ${(error as Error).message}`);
    }
  }

  /** Never throws, so that an error of one tenant does not stop the others. */
  async #turn(tenantId: string): Promise<void> {
    this.#due.delete(tenantId);
    try {
      const tenant = await this.#services.directory.tenantById(tenantId);
      if (tenant?.status !== 'active') return;
      const context = await tenantContext(this.#services, { tenantId, accountKey: tenant.accountKey });
      const result = await inTransaction({ ...context, requestId: requestOfFollower(newId()) }, followTurn);
      this.#retryMs.delete(tenantId);
      if (result === 'ended') this.#followed = new Set([...this.#followed].filter((id) => id !== tenantId));
      else if (result === 'more') this.#wake(tenantId, 0);
      else if (result === 'later' || result === 'busy') this.#wake(tenantId, waitMs);
    } catch (error) {
      const retryMs = Math.min(maxRetryMs, (this.#retryMs.get(tenantId) ?? firstRetryMs / 2) * 2);
      this.#retryMs.set(tenantId, retryMs);
      this.#wake(tenantId, retryMs);
      this.#services.log.warn(
        { err: error, tenantId },
        `leads were not scored and routed; the next attempt is in ${retryMs / 1000} s: ${(error as Error).message}`,
      );
    }
  }
}

/** The follower of this node. */
export const leadFollower = defineService({
  name: 'sales.leadFollower',
  make: (services) => new LeadFollower(services),
});
