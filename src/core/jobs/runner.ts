import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import { classify } from '#db/errors.ts';
import type { Claim, JobQueue } from './queue.ts';
import { jobChannel, wakeNodes } from './store.ts';

/** How many jobs a node runs at a time: half as many as it has connections, so that requests find some. */
const slots = 5;
/** How often a node looks by itself: what it is not told of begins no later than this. */
const lookEveryMs = 5000;
/** How soon it looks again for jobs that are due but must wait for one that another node runs. */
const lookAgainMs = 1000;
const keepEveryMs = 4000;
/** A job whose node was not heard of for this long, in which it should have been heard of thrice, is taken from it. */
const lostAfterMs = 15_000;
/** Of the ten seconds that a server has to stop, so that giving back and closing have theirs. */
const finishWithinMs = 6000;
const endWithinMs = 1000;

const longestError = 2000;

/** What is to become of a job that ran, or could not. */
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

/** Claims jobs that are due and sees them through: while they run, when they end, and when this node must stop. */
export class JobRunner {
  readonly #db: Database;
  readonly #queue: JobQueue;
  readonly #log: Logger;
  readonly #names: readonly string[];
  readonly #perform: (claim: Claim, signal: AbortSignal) => Promise<Outcome>;
  readonly #running = new Set<Running>();
  #unlisten: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #keeper: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #stopping = false;
  /** Since when the database has answered; undefined while it does not. */
  #answersSince: number | undefined = 0;

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
      onLine: (connected) => connected && this.#wake(),
    });
    this.#keeper = setInterval(() => void this.#keep(), keepEveryMs);
    this.#wake();
  }

  /** Finishes what it can in time, and gives the rest back for others to take up. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unlisten?.();
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#ended(finishWithinMs);
    clearInterval(this.#keeper);
    if (this.#running.size === 0) return;
    const claims = [...this.#running].map(({ claim }) => claim);
    try {
      await this.#queue.giveBack(claims);
      await wakeNodes(this.#db);
    } catch (error) {
      this.#log.warn(`${claims.length} jobs were not given back: ${(error as Error).message}`);
    }
    for (const { claim } of this.#running) this.#abort(claim.id, 'the server stops');
    await this.#ended(endWithinMs);
  }

  /** Waits for what runs, but not longer than some time. */
  async #ended(withinMs: number): Promise<void> {
    const late = new AbortController();
    const all = Promise.all([...this.#running].map(({ ended }) => ended));
    await Promise.race([all, sleep(withinMs, undefined, { signal: late.signal }).catch(() => {})]);
    late.abort();
  }

  #abort(id: string, why: string): void {
    for (const { claim, abort } of this.#running) if (claim.id === id) abort.abort(new Error(`The job ended: ${why}.`));
  }

  /** Looks for jobs now, or once more when it is looking already. */
  #wake(): void {
    this.#lookAgain = true;
    if (this.#stopping || this.#looking) return;
    clearTimeout(this.#timer);
    this.#looking = this.#look().then((waitMs) => {
      this.#looking = undefined;
      if (this.#stopping) return;
      if (this.#lookAgain) this.#wake();
      else this.#timer = setTimeout(() => this.#wake(), waitMs);
    });
  }

  /** Takes up what is due and returns when to look again. Never fails. */
  async #look(): Promise<number> {
    this.#lookAgain = false;
    // Just after an outage nobody was heard of, and those who run jobs need time to say that they do.
    const since = this.#answersSince;
    const mayJudge = since !== undefined && Date.now() - since > lostAfterMs;
    try {
      const found = await this.#queue.look(this.#names, mayJudge ? lostAfterMs : null);
      this.#answersSince ??= Date.now();
      const lost = found[0]?.lost ?? 0;
      if (lost > 0) {
        this.#log.warn(`${lost} jobs of a node that was not heard of are taken up again`);
        this.#lookAgain = true;
      }
      const waits = found.flatMap(({ wait_ms }) => wait_ms ?? []).filter((waitMs) => waitMs > 0);
      const due = found.filter(({ wait_ms }) => wait_ms === 0).map(({ name }) => name);
      const left = await this.#claim(due);
      return Math.min(lookEveryMs, ...waits, ...(left ? [lookAgainMs] : []));
    } catch (error) {
      if (this.#answersSince !== undefined) this.#log.warn(`cannot look for jobs: ${(error as Error).message}`);
      this.#answersSince = undefined;
      return lookAgainMs;
    }
  }

  /** A fair share of the free slots for each. True when something due was not to be had. */
  async #claim(due: readonly string[]): Promise<boolean> {
    let left = false;
    for (const [n, name] of due.entries()) {
      const free = slots - this.#running.size;
      // Whoever ends will look again.
      if (free === 0 || this.#stopping) return false;
      const share = Math.ceil(free / (due.length - n));
      const claims = await this.#queue.claim(name, share);
      for (const claim of claims) this.#begin(claim);
      if (claims.length === 0) left = true;
      else this.#lookAgain = true;
    }
    return left;
  }

  #begin(claim: Claim): void {
    const abort = new AbortController();
    const running: Running = {
      claim,
      abort,
      ended: this.#run(claim, abort.signal).finally(() => {
        this.#running.delete(running);
        this.#wake();
      }),
    };
    this.#running.add(running);
  }

  async #run(claim: Claim, signal: AbortSignal): Promise<void> {
    // Not before it is known as running.
    await Promise.resolve();
    const outcome = await this.#perform(claim, signal);
    // Cancelled or given to another: it is no longer ours to say.
    if (signal.aborted) return;
    if (outcome.kind === 'failed' || outcome.kind === 'given up') {
      const err = outcome.kind === 'failed' ? outcome.defect : undefined;
      this.#log.warn({ job: claim.name, id: claim.id, ...(err && { err }) }, `a job failed: ${outcome.message}`);
    }
    await this.#settle(claim, outcome);
  }

  /** While the database does not answer, again and again, as long as the job counts as ours. */
  async #settle(claim: Claim, outcome: Outcome): Promise<void> {
    const deadline = Date.now() + lostAfterMs;
    for (;;) {
      try {
        return await this.#write(claim, outcome);
      } catch (error) {
        const passing = classify(error) !== undefined && Date.now() < deadline && !this.#stopping;
        if (!passing) {
          this.#log.warn(
            { job: claim.name, id: claim.id },
            `how a job ended was not written, so it runs again: ${(error as Error).message}`,
          );
          return;
        }
      }
      await sleep(lookAgainMs / 2);
    }
  }

  #write(claim: Claim, outcome: Outcome): Promise<void> {
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

  async #keep(): Promise<void> {
    if (this.#running.size === 0) return;
    try {
      const lost = await this.#queue.keep([...this.#running].map(({ claim }) => claim));
      for (const { id } of lost) this.#abort(id, 'it was cancelled or taken by another node');
    } catch (error) {
      this.#log.warn(`running jobs could not be confirmed: ${(error as Error).message}`);
    }
  }
}

/** A text that PostgreSQL can hold in JSON. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').slice(0, longestError);
