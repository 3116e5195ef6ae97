import { performance } from 'node:perf_hooks';
import { readDatabaseClock } from '#db/database-clock.ts';
import { newId } from '#lib/ids.ts';
import { WakeSignal } from '#lib/wake-signal.ts';
import { asPlatform, tenantContext } from '../../access/platform.ts';
import type { Background } from '../../background.ts';
import { inTransaction, type Services, type TransactionContext } from '../../context.ts';
import { defineService, type Service } from '../../module-service.ts';
import { latestPosition, type Position } from '../feed.ts';
import {
  deleteFollower,
  type Followed,
  followedTenants,
  insertFollower,
  lockFollower,
  saveFollower,
  waitForFollower,
} from './followers.ts';

/** The poll finds tenants of nodes that died, events whose notification was lost, and work that has become due. */
const pollEveryMs = 30_000;
/** The usual delay after an event, so that the events of one action are handled together. */
const usualDelayMs = 300;
/** The wait for another node. */
const waitMs = 1000;
/** The wait for events of an open transaction. People wait for a workflow to begin, however busy other tenants are. */
const unsettledMs = 250;
/** The shortest wait for work that is due at a time. */
const minDueMs = 50;
const firstRetryMs = 2000;
const maxRetryMs = 120_000;

/** `ended`: the tenant needs no follower any more. */
export type Turn<State> = 'ended' | TurnResult<State>;

interface TurnResult<State> {
  readonly position: Position;
  readonly state: State;
  /** `more`: there is more to do now. `later`: events wait for an older transaction. */
  readonly next: 'more' | 'later' | 'done';
  /** The time of the next work that no event announces, by the clock of the database. */
  readonly dueAt?: Date | undefined;
}

/** A turn, and how long after it the work of `dueAt` is due. */
type TurnEnd<State> = 'ended' | 'busy' | (TurnResult<State> & { readonly dueInMs: number | undefined });

/** Work that follows the events of tenants, in order and each once. */
export interface Following<State extends object> {
  /** The key of its state in the database. The ids of its requests begin with it. */
  readonly name: string;
  /** The beginning of the log line when a turn fails. */
  readonly failure: string;
  /** The delay after an event, for work that people wait for. */
  readonly delayMs?: number;
  /**
   * Does a limited part of the work in one transaction, which also stores how far it got. So nothing is done twice or
   * left out when a process ends.
   */
  turn(context: TransactionContext, followed: Followed<State>): Promise<Turn<State>>;
}

/**
 * Runs the work of a follower in all tenants that have it, soon after events and at due times. It costs the writes
 * themselves nothing. Any number of nodes may run it: they take turns by a lock on the state of the tenant. Tenants take
 * turns too, in the order in which they became due.
 */
export class EventFollower<State extends object> implements Background {
  readonly #services: Services;
  readonly #following: Following<State>;
  #followed: ReadonlySet<string> = new Set();
  /**
   * Tenants with something to do, and the time before which it is not done. It is that of `performance.now()`, which no
   * change of the clock of the node concerns.
   */
  readonly #due = new Map<string, number>();
  readonly #retryMs = new Map<string, number>();
  readonly #wakeSignal = new WakeSignal();
  #unfollow: (() => void) | undefined;
  #loop: Promise<void> | undefined;
  #nextPollAt = 0;
  #stopped = false;

  constructor(services: Services, following: Following<State>) {
    this.#services = services;
    this.#following = following;
  }

  async start(): Promise<void> {
    const { delayMs = usualDelayMs } = this.#following;
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

  /**
   * Follows the tenant of the context from now on, once the transaction has committed. The properties of `state` are
   * added to what is stored.
   */
  async follow(context: TransactionContext, state: Partial<State>): Promise<void> {
    const { tx, caller } = context;
    const key = { follower: this.#following.name, tenantId: caller.tenantId };
    await insertFollower(tx, key, { position: await latestPosition(context), state });
    tx.afterCommit(() => {
      this.#followed = new Set([...this.#followed, caller.tenantId]);
      this.#wake(caller.tenantId, 0);
    });
  }

  /** Waits for the turn of another node or call. Until the transaction ends, nobody else has one. */
  hold({ tx, caller }: TransactionContext): Promise<unknown> {
    return waitForFollower(tx, { follower: this.#following.name, tenantId: caller.tenantId });
  }

  /**
   * Has its turns now, in the transaction of the caller, until there is no more to do or the time is over. Returns false
   * when there is more to do, which is then done in the background. Call `hold` before anything that a turn locks too.
   */
  async catchUp(context: TransactionContext, maxMs: number): Promise<boolean> {
    const { tx, caller } = context;
    const end = performance.now() + maxMs;
    const platform = { ...asPlatform(context), requestId: `${this.#following.name} ${newId()}` };
    for (;;) {
      const turn = await this.#turnIn(platform);
      if (turn === 'ended' || turn === 'busy') return true;
      tx.afterCommit(() => this.#wakeAfter(caller.tenantId, turn));
      if (turn.next !== 'more') return true;
      if (performance.now() >= end) return false;
    }
  }

  #wake(tenantId: string, afterMs: number): void {
    const at = performance.now() + afterMs;
    const known = this.#due.get(tenantId);
    if (known !== undefined && known <= at) return;
    this.#due.set(tenantId, at);
    this.#wakeSignal.wake();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const now = performance.now();
      if (now >= this.#nextPollAt) await this.#poll();
      const next = [...this.#due].filter(([, at]) => at <= now).sort(([, a], [, b]) => a - b)[0];
      if (next) await this.#turn(next[0]);
      else
        await this.#wakeSignal.wait(Math.max(1, Math.min(this.#nextPollAt, ...this.#due.values()) - performance.now()));
    }
  }

  async #poll(): Promise<void> {
    // A random interval, so that nodes that were started together do not poll together.
    this.#nextPollAt = performance.now() + pollEveryMs * (0.75 + Math.random() / 2);
    const { name, failure } = this.#following;
    try {
      this.#followed = new Set(await this.#services.db.platform((tx) => followedTenants(tx, name)));
      for (const id of this.#followed) this.#wake(id, 0);
    } catch (error) {
      this.#services.log.warn(`${failure}: the tenants could not be read: ${(error as Error).message}`);
    }
  }

  /** Never throws, so that an error of one tenant does not stop the others. */
  async #turn(tenantId: string): Promise<void> {
    this.#due.delete(tenantId);
    try {
      const tenant = await this.#services.directory.tenantById(tenantId);
      if (tenant?.status !== 'active') return;
      const context = await tenantContext(this.#services, { tenantId, accountKey: tenant.accountKey });
      const requestId = `${this.#following.name} ${newId()}`;
      const turn = await inTransaction({ ...context, requestId }, (within) => this.#turnIn(within));
      this.#retryMs.delete(tenantId);
      if (turn === 'ended') this.#followed = new Set([...this.#followed].filter((id) => id !== tenantId));
      else if (turn === 'busy') this.#wake(tenantId, waitMs);
      else this.#wakeAfter(tenantId, turn);
    } catch (error) {
      const retryMs = Math.min(maxRetryMs, (this.#retryMs.get(tenantId) ?? firstRetryMs / 2) * 2);
      this.#retryMs.set(tenantId, retryMs);
      this.#wake(tenantId, retryMs);
      const { failure } = this.#following;
      this.#services.log.warn(
        { err: error, tenantId },
        `${failure}; the next attempt is in ${retryMs / 1000} s: ${(error as Error).message}`,
      );
    }
  }

  async #turnIn(context: TransactionContext): Promise<TurnEnd<State>> {
    const { tx, caller } = context;
    const key = { follower: this.#following.name, tenantId: caller.tenantId };
    const followed = await lockFollower<State>(tx, key);
    if (typeof followed === 'string') return followed;
    const turn = await this.#following.turn(context, followed);
    await (turn === 'ended' ? deleteFollower(tx, key) : saveFollower(tx, key, turn));
    if (turn === 'ended') return turn;
    const { dueAt } = turn;
    const dueInMs = dueAt && dueAt.getTime() - (await readDatabaseClock(tx)).now().getTime();
    return { ...turn, dueInMs };
  }

  #wakeAfter(tenantId: string, { next, dueInMs }: Exclude<TurnEnd<State>, string>): void {
    if (next === 'more') this.#wake(tenantId, 0);
    else if (next === 'later') this.#wake(tenantId, unsettledMs);
    if (dueInMs !== undefined) this.#wake(tenantId, Math.max(minDueMs, dueInMs));
  }
}

/** The follower of this node, for the `services` and the `background` of a module. */
export const defineFollower = <State extends object>(following: Following<State>): Service<EventFollower<State>> =>
  defineService({
    name: `follower of ${following.name}`,
    make: (services) => new EventFollower(services, following),
  });
