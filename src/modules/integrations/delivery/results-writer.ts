import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#core/context.ts';
import { Bell } from '#lib/bell.ts';
import type { Claimed, Parcel } from './delivery.ts';
import { type Result, writeResults } from './sql/write-results.ts';

/**
 * Results are written together: so many, or those of so many milliseconds, which are more while there are many, and while
 * requests come first.
 */
const fullBatch = 128;
const gatherMs = 2;
const longGatherMs = 10;
const politeGatherMs = 25;
const idleMs = 1000;
const retryAfterMs = 500;

/** What went into the database together. */
export interface Written {
  readonly results: readonly Result[];
  readonly returned: readonly Claimed[];
  /** Parcels that are done with. */
  readonly ended: readonly Parcel[];
}

/** Collects what came of deliveries and writes it down, in the order in which it came. */
export class Ledger {
  readonly #services: Services;
  readonly #onWritten: (written: Written) => void;
  readonly #bell = new Bell();
  #results: Result[] = [];
  #returned: Claimed[] = [];
  #unwritten = 0;
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(services: Services, onWritten: (written: Written) => void) {
    this.#services = services;
    this.#onWritten = onWritten;
  }

  /** Results that the database does not have yet. */
  get unwritten(): number {
    return this.#unwritten;
  }

  add(result: Result): void {
    this.#results.push(result);
    this.#unwritten += 1;
    this.#bell.ring();
  }

  /** It will have no result from here, and is due again at once. */
  giveBack(delivery: Claimed): void {
    this.#returned.push(delivery);
    this.#bell.ring();
  }

  start(): void {
    this.#running = this.#run();
  }

  /** What comes after this is written by `flush`. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#bell.ring();
    await this.#running;
  }

  /** Writes what there is; nothing is kept when that fails. */
  async flush(): Promise<void> {
    if (this.#results.length + this.#returned.length > 0) await this.#write(this.#take());
  }

  /** What is ready is written together; what comes meanwhile is next. */
  async #run(): Promise<void> {
    let last = 0;
    while (!this.#stopping) {
      if (this.#results.length + this.#returned.length === 0) await this.#bell.wait(idleMs);
      if (this.#results.length < fullBatch && !this.#stopping) await sleep(this.#gatherMs(last));
      const taken = this.#take();
      last = taken.results.length;
      if (last + taken.returned.length === 0) continue;
      try {
        await this.#write(taken);
      } catch (error) {
        this.#results.unshift(...taken.results);
        this.#returned.unshift(...taken.returned);
        this.#services.log.warn(`results of webhook deliveries wait for the database: ${(error as Error).message}`);
        await sleep(retryAfterMs);
      }
    }
  }

  #gatherMs(last: number): number {
    if (this.#services.load.pressure > 0) return politeGatherMs;
    return last < fullBatch / 4 ? gatherMs : longGatherMs;
  }

  #take(): Written {
    const results = this.#results;
    const returned = this.#returned;
    this.#results = [];
    this.#returned = [];
    return { results, returned, ended: endedWith(results, returned) };
  }

  async #write(written: Written): Promise<void> {
    const { results, returned, ended } = written;
    const counted = await this.#services.db.queue((tx) => writeResults(tx, results, returned, ended));
    this.#unwritten -= results.length;
    for (const { delivery, status } of results) {
      this.#services.tally.add('deliveries', status);
      if (!counted.has(delivery.id))
        this.#services.log.info({ delivery: delivery.id }, 'a late result of a webhook delivery was refused');
    }
    this.#onWritten(written);
  }
}

/** Parcels of which everything is written already, or is with these. */
const endedWith = (results: readonly Result[], returned: readonly Claimed[]): Parcel[] => [
  ...new Set(
    [...results.map(({ delivery }) => delivery), ...returned].flatMap(({ parcel }) =>
      parcel?.left === 0 ? [parcel] : [],
    ),
  ),
];
