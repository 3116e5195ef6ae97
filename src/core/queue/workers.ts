import { setTimeout as sleep } from 'node:timers/promises';
import { LruMap } from '#lib/lru.ts';
import type { Services } from '../context.ts';
import type { Claimed } from './leased-table.ts';
import { Poller } from './poller.ts';
import { writeResult } from './write-result.ts';

/** The poll interval. A lost notification delays a row by at most this time. */
const pollEveryMs = 5000;
/** The poll interval while due rows cannot be claimed, and while the database is unreachable. */
const blockedPollMs = 1000;
/**
 * The time that running rows have when the server stops. The rest of its ten seconds is for releasing claims and
 * closing connections.
 */
const finishTimeoutMs = 6000;
const abortTimeoutMs = 1000;
/** Maximum number of queues whose turn is remembered. */
const maxQueues = 10_000;

interface PolledWork {
  /** The queues that have due rows. */
  readonly due: readonly string[];
  /** Time until the next row of another queue is due. */
  readonly nextInMs: number;
  /** The number of expired claims that were ended. */
  readonly expired: number;
}

/** Declares rows that nodes process independently of each other. */
interface Work<Row extends Claimed, Outcome> {
  /** The name of the rows in the log, such as `jobs`. */
  readonly what: string;
  /** The notification channel. Notifications of new rows have no payload; those of a cancelled row have its id. */
  readonly channel: string;
  /** Maximum number of rows that a node processes at the same time. */
  readonly maxRunning: number;
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  /**
   * Polls for due rows, and ends expired claims unless `keepExpired` is true. It is true after an outage, when no node
   * could renew its claims.
   */
  poll(keepExpired: boolean): Promise<PolledWork>;
  claim(queue: string, max: number): Promise<readonly Row[]>;
  /** Renews claims. Returns the rows whose claims are lost. */
  renew(rows: readonly Row[]): Promise<readonly Row[]>;
  /** Ends claims when the node stops. */
  release(rows: readonly Row[]): Promise<void>;
  /**
   * Processes a row. Never throws. The outcome of an aborted row is ignored, because the row was cancelled or another
   * node has it.
   */
  run(row: Row, signal: AbortSignal): Promise<Outcome>;
  /** Writes the outcome once, if the row still has the claim. */
  finish(row: Row, outcome: Outcome): Promise<void>;
}

interface Running<Row> {
  readonly row: Row;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Claims due rows, renews their claims while it works on them, writes the outcomes, and releases them when the node stops. */
export class Workers<Row extends Claimed, Outcome> {
  readonly #services: Pick<Services, 'db' | 'log'>;
  readonly #work: Work<Row, Outcome>;
  readonly #poller: Poller;
  readonly #running = new Set<Running<Row>>();
  /** The number of the last claim from each queue. */
  readonly #lastClaims = new LruMap<string, number>(maxQueues);
  #claimCount = 0;
  #renewal: NodeJS.Timeout | undefined;
  #nextPollMs = pollEveryMs;
  #stopping = false;
  /** The time since which the database is reachable; undefined while it is not. */
  #reachableSince: number | undefined = 0;

  constructor(services: Pick<Services, 'db' | 'log'>, work: Work<Row, Outcome>) {
    this.#services = services;
    this.#work = work;
    this.#poller = new Poller(
      services,
      {
        everyMs: pollEveryMs,
        waitMs: () => this.#nextPollMs,
        failure: `${work.what} could not be polled`,
        channel: work.channel,
        onNotified: (cancelledId) => cancelledId !== '' && this.#abort(cancelledId, 'it was cancelled'),
      },
      () => this.#poll(),
    );
  }

  async start(): Promise<void> {
    this.#renewal = setInterval(() => void this.#renew(), this.#work.renewEveryMs);
    await this.#poller.start();
  }

  /** Waits for running rows, then releases and aborts those that have not finished in time. */
  async stop(): Promise<void> {
    const { db, log } = this.#services;
    const { what, channel } = this.#work;
    this.#stopping = true;
    await this.#poller.stop();
    await this.#waitForRunning(finishTimeoutMs);
    clearInterval(this.#renewal);
    if (this.#running.size === 0) return;
    const rows = [...this.#running].map(({ row }) => row);
    try {
      await this.#work.release(rows);
      await db.query(`select pg_notify($1::text, '')`, [channel]);
    } catch (error) {
      log.warn(`${rows.length} ${what} were not released for other nodes: ${(error as Error).message}`);
    }
    for (const { id } of rows) this.#abort(id, 'the server stops');
    await this.#waitForRunning(abortTimeoutMs);
  }

  async #waitForRunning(timeoutMs: number): Promise<void> {
    const timeout = new AbortController();
    const all = Promise.all([...this.#running].map(({ ended }) => ended));
    await Promise.race([all, sleep(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {})]);
    timeout.abort();
  }

  #abort(id: string, reason: string): void {
    for (const { row, abort } of this.#running) if (row.id === id) abort.abort(new Error(`The work ended: ${reason}.`));
  }

  /** Claims due rows. Never throws. */
  async #poll(): Promise<void> {
    const { what, leaseMs } = this.#work;
    // After an outage no node has renewed its claims. Claims do not expire until every node has had time to renew.
    const since = this.#reachableSince;
    const keepExpired = since === undefined || Date.now() - since <= leaseMs;
    try {
      const { due, nextInMs, expired } = await this.#work.poll(keepExpired);
      this.#reachableSince ??= Date.now();
      if (expired > 0) {
        this.#services.log.warn(`${expired} ${what} are retried, because their node has not renewed its claims`);
        this.#poller.wake();
      }
      const blocked = await this.#claim(due);
      this.#nextPollMs = Math.min(pollEveryMs, nextInMs, blocked ? blockedPollMs : pollEveryMs);
    } catch (error) {
      if (this.#reachableSince !== undefined)
        this.#services.log.warn(`${what} could not be polled: ${(error as Error).message}`);
      this.#reachableSince = undefined;
      this.#nextPollMs = blockedPollMs;
    }
  }

  /**
   * Divides the free capacity between the queues, beginning with those that have waited longest. Returns true when no
   * row of a due queue could be claimed.
   */
  async #claim(due: readonly string[]): Promise<boolean> {
    let blocked = false;
    const lastClaim = (queue: string) => this.#lastClaims.get(queue) ?? 0;
    const inTurn = due.toSorted((a, b) => lastClaim(a) - lastClaim(b));
    for (const [n, queue] of inTurn.entries()) {
      const free = this.#work.maxRunning - this.#running.size;
      // The next row that ends causes another poll.
      if (free === 0 || this.#stopping) return false;
      const rows = await this.#work.claim(queue, Math.ceil(free / (due.length - n)));
      for (const row of rows) this.#run(row);
      if (rows.length === 0) blocked = true;
      else {
        this.#claimCount += 1;
        this.#lastClaims.set(queue, this.#claimCount);
        this.#poller.wake();
      }
    }
    return blocked;
  }

  #run(row: Row): void {
    const abort = new AbortController();
    const running: Running<Row> = {
      row,
      abort,
      ended: this.#runToEnd(row, abort.signal).finally(() => {
        this.#running.delete(running);
        this.#poller.wake();
      }),
    };
    this.#running.add(running);
  }

  async #runToEnd(row: Row, signal: AbortSignal): Promise<void> {
    const { what } = this.#work;
    const { log } = this.#services;
    // Wait, so that the caller adds the row to #running first.
    await Promise.resolve();
    const outcome = await this.#work.run(row, signal);
    if (signal.aborted) return;
    try {
      await writeResult(() => this.#work.finish(row, outcome), { log, what, isStopping: () => this.#stopping });
    } catch (error) {
      log.warn({ id: row.id }, `an outcome of ${what} was not written, so it runs again: ${(error as Error).message}`);
    }
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    try {
      const lost = await this.#work.renew([...this.#running].map(({ row }) => row));
      for (const { id } of lost) this.#abort(id, 'it was cancelled or another node has claimed it');
    } catch (error) {
      this.#services.log.warn(`the claims of ${this.#work.what} could not be renewed: ${(error as Error).message}`);
    }
  }
}
