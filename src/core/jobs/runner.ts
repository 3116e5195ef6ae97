import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import { classify } from '#db/errors.ts';
import type { Claim, JobQueue } from './queue.ts';
import { jobChannel, wakeNodes } from './store.ts';

/** Concurrent jobs of a node: half the number of its connections, so that requests get some. */
const maxRunning = 5;
/** How often a node polls without a notification: a lost notification delays a job by at most this time. */
const pollIntervalMs = 5000;
/** The shorter interval while jobs are due but cannot be claimed, because another node runs one with the same key. */
const blockedPollMs = 1000;
const outcomeRetryMs = 500;
const heartbeatIntervalMs = 4000;
/** A job without a heartbeat for this time, which is three missed heartbeats, is released for other nodes. */
const leaseMs = 15_000;
/** The server has ten seconds to stop. The rest is for releasing claims and closing connections. */
const finishTimeoutMs = 6000;
const abortTimeoutMs = 1000;

const maxErrorLength = 2000;

/** The result of running a job. It decides the next state of the job. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string; readonly defect?: Error }
  | { readonly kind: 'given up'; readonly message: string }
  | { readonly kind: 'postponed'; readonly delayMs: number };

interface Running {
  readonly claim: Claim;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Claims due jobs, renews their leases while they run, writes their outcomes, and releases them when the node stops. */
export class JobRunner {
  readonly #db: Database;
  readonly #queue: JobQueue;
  readonly #log: Logger;
  readonly #names: readonly string[];
  readonly #perform: (claim: Claim, signal: AbortSignal) => Promise<Outcome>;
  readonly #running = new Set<Running>();
  #unlisten: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #pollAgain = false;
  #stopping = false;
  /** Since when the database is reachable; undefined while it is not. */
  #reachableSince: number | undefined = 0;

  constructor(
    db: Database,
    queue: JobQueue,
    log: Logger,
    names: readonly string[],
    perform: (claim: Claim, signal: AbortSignal) => Promise<Outcome>,
  ) {
    this.#db = db;
    this.#queue = queue;
    this.#log = log;
    this.#names = names;
    this.#perform = perform;
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#db.listen({
      channel: jobChannel,
      onMessage: (cancelledId) => (cancelledId === '' ? this.#wake() : this.#abort(cancelledId, 'it was cancelled')),
      onConnectionChange: (connected) => connected && this.#wake(),
    });
    this.#heartbeat = setInterval(() => void this.#renewLeases(), heartbeatIntervalMs);
    this.#wake();
  }

  /** Waits for running jobs, then releases and aborts those that have not finished in time. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unlisten?.();
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#waitForRunning(finishTimeoutMs);
    clearInterval(this.#heartbeat);
    if (this.#running.size === 0) return;
    const claims = [...this.#running].map(({ claim }) => claim);
    try {
      await this.#queue.release(claims);
      await wakeNodes(this.#db);
    } catch (error) {
      this.#log.warn(`${claims.length} jobs were not released for other nodes: ${(error as Error).message}`);
    }
    for (const { claim } of this.#running) this.#abort(claim.id, 'the server stops');
    await this.#waitForRunning(abortTimeoutMs);
  }

  async #waitForRunning(timeoutMs: number): Promise<void> {
    const timeout = new AbortController();
    const all = Promise.all([...this.#running].map(({ ended }) => ended));
    await Promise.race([all, sleep(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {})]);
    timeout.abort();
  }

  #abort(id: string, reason: string): void {
    for (const { claim, abort } of this.#running)
      if (claim.id === id) abort.abort(new Error(`The job ended: ${reason}.`));
  }

  /** Polls now, or once more after the current poll. */
  #wake(): void {
    this.#pollAgain = true;
    if (this.#stopping || this.#polling) return;
    clearTimeout(this.#timer);
    this.#polling = this.#poll().then((waitMs) => {
      this.#polling = undefined;
      if (this.#stopping) return;
      if (this.#pollAgain) this.#wake();
      else this.#timer = setTimeout(() => this.#wake(), waitMs);
    });
  }

  /** Claims due jobs and returns the time until the next poll. Never throws. */
  async #poll(): Promise<number> {
    this.#pollAgain = false;
    // After an outage no node has sent heartbeats, so leases expire only once every node had time to renew them.
    const since = this.#reachableSince;
    const mayExpire = since !== undefined && Date.now() - since > leaseMs;
    try {
      const rows = await this.#queue.poll(this.#names, mayExpire ? leaseMs : null);
      this.#reachableSince ??= Date.now();
      const expired = rows[0]?.expired ?? 0;
      if (expired > 0) {
        this.#log.warn(`${expired} jobs are retried, because their node has sent no heartbeat`);
        this.#pollAgain = true;
      }
      const waits = rows.flatMap(({ wait_ms }) => wait_ms ?? []).filter((waitMs) => waitMs > 0);
      const due = rows.filter(({ wait_ms }) => wait_ms === 0).map(({ name }) => name);
      const blocked = await this.#claim(due);
      return Math.min(pollIntervalMs, ...waits, ...(blocked ? [blockedPollMs] : []));
    } catch (error) {
      if (this.#reachableSince !== undefined) this.#log.warn(`jobs could not be polled: ${(error as Error).message}`);
      this.#reachableSince = undefined;
      return blockedPollMs;
    }
  }

  /** Claims a fair share of the free slots for each name. Returns true when all due jobs of a name are blocked. */
  async #claim(due: readonly string[]): Promise<boolean> {
    let blocked = false;
    for (const [n, name] of due.entries()) {
      const free = maxRunning - this.#running.size;
      // The next job that ends polls again.
      if (free === 0 || this.#stopping) return false;
      const share = Math.ceil(free / (due.length - n));
      const claims = await this.#queue.claim(name, share);
      for (const claim of claims) this.#run(claim);
      if (claims.length === 0) blocked = true;
      else this.#pollAgain = true;
    }
    return blocked;
  }

  #run(claim: Claim): void {
    const abort = new AbortController();
    const running: Running = {
      claim,
      abort,
      ended: this.#runToEnd(claim, abort.signal).finally(() => {
        this.#running.delete(running);
        this.#wake();
      }),
    };
    this.#running.add(running);
  }

  async #runToEnd(claim: Claim, signal: AbortSignal): Promise<void> {
    // Lets the caller add the job to #running first.
    await Promise.resolve();
    const outcome = await this.#perform(claim, signal);
    // The job was cancelled or another node has claimed it, so the outcome does not count.
    if (signal.aborted) return;
    if (outcome.kind === 'failed' || outcome.kind === 'given up') {
      const err = outcome.kind === 'failed' ? outcome.defect : undefined;
      this.#log.warn({ job: claim.name, id: claim.id, ...(err && { err }) }, `a job failed: ${outcome.message}`);
    }
    await this.#writeOutcome(claim, outcome);
  }

  /** Retries during an outage of the database until the lease expires. */
  async #writeOutcome(claim: Claim, outcome: Outcome): Promise<void> {
    const deadline = Date.now() + leaseMs;
    for (;;) {
      try {
        return await this.#endClaim(claim, outcome);
      } catch (error) {
        const retryable = classify(error) !== undefined && Date.now() < deadline && !this.#stopping;
        if (!retryable) {
          this.#log.warn(
            { job: claim.name, id: claim.id },
            `the outcome of a job was not written, so it runs again: ${(error as Error).message}`,
          );
          return;
        }
      }
      await sleep(outcomeRetryMs);
    }
  }

  #endClaim(claim: Claim, outcome: Outcome): Promise<void> {
    switch (outcome.kind) {
      case 'done':
        return this.#queue.complete(claim);
      case 'failed':
        return this.#queue.fail(claim, storable(outcome.message));
      case 'given up':
        return this.#queue.giveUp(claim, storable(outcome.message));
      case 'postponed':
        return this.#queue.postpone(claim, outcome.delayMs);
    }
  }

  async #renewLeases(): Promise<void> {
    if (this.#running.size === 0) return;
    try {
      const lost = await this.#queue.renew([...this.#running].map(({ claim }) => claim));
      for (const { id } of lost) this.#abort(id, 'it was cancelled or another node has claimed it');
    } catch (error) {
      this.#log.warn(`the leases of running jobs could not be renewed: ${(error as Error).message}`);
    }
  }
}

/** Text that PostgreSQL can store as JSON. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').slice(0, maxErrorLength);
