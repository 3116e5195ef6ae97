import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#core/context.ts';
import { WakeSignal } from '#lib/wake-signal.ts';
import type { ClaimedDelivery, DeliveryBatch } from './data/delivery.ts';
import { type Result, writeResults } from './sql/write-results.ts';

/**
 * Results are written together when there are 128, or after a few milliseconds. The wait is longer while there are many
 * results, and while the process is under load.
 */
const fullWrite = 128;
const shortWaitMs = 2;
const longWaitMs = 10;
const loadedWaitMs = 25;
const idleMs = 1000;
const retryAfterMs = 500;
/** No more deliveries are claimed while this many results wait for the database. */
const maxUnwritten = 512;

/** The results and releases that one transaction wrote. */
export interface WrittenResults {
  readonly results: readonly Result[];
  readonly released: readonly ClaimedDelivery[];
  /** Batches without open deliveries. */
  readonly finished: readonly DeliveryBatch[];
}

/** Collects the results of deliveries and writes them to the database, in order. */
export class ResultsWriter {
  readonly #services: Services;
  readonly #onWritten: (written: WrittenResults) => void;
  readonly #wakeSignal = new WakeSignal();
  #results: Result[] = [];
  #released: ClaimedDelivery[] = [];
  #unwritten = 0;
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(services: Services, onWritten: (written: WrittenResults) => void) {
    this.#services = services;
    this.#onWritten = onWritten;
  }

  /** True when the database cannot keep up, so that no more deliveries should be claimed. */
  get isFull(): boolean {
    return this.#unwritten >= maxUnwritten;
  }

  add(result: Result): void {
    this.#results.push(result);
    this.#unwritten += 1;
    this.#wakeSignal.wake();
  }

  /** Makes a claimed delivery due again, because this node will not send it. */
  release(delivery: ClaimedDelivery): void {
    this.#released.push(delivery);
    this.#wakeSignal.wake();
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stops the loop. Results that are added later are written by `flush`. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wakeSignal.wake();
    await this.#running;
  }

  /** Writes the collected results. It does not retry: they are lost when this fails. */
  async flush(): Promise<void> {
    if (this.#results.length + this.#released.length > 0) await this.#write(this.#take());
  }

  async #run(): Promise<void> {
    let lastCount = 0;
    while (!this.#stopping) {
      if (this.#results.length + this.#released.length === 0) await this.#wakeSignal.wait(idleMs);
      if (this.#results.length < fullWrite && !this.#stopping) await sleep(this.#waitMs(lastCount));
      const taken = this.#take();
      lastCount = taken.results.length;
      if (lastCount + taken.released.length === 0) continue;
      try {
        await this.#write(taken);
      } catch (error) {
        this.#results.unshift(...taken.results);
        this.#released.unshift(...taken.released);
        this.#services.log.warn(`results of webhook deliveries wait for the database: ${(error as Error).message}`);
        await sleep(retryAfterMs);
      }
    }
  }

  #waitMs(lastCount: number): number {
    if (this.#services.load.pressure > 0) return loadedWaitMs;
    return lastCount < fullWrite / 4 ? shortWaitMs : longWaitMs;
  }

  #take(): WrittenResults {
    const results = this.#results;
    const released = this.#released;
    this.#results = [];
    this.#released = [];
    return { results, released, finished: finishedBatches(results, released) };
  }

  async #write(written: WrittenResults): Promise<void> {
    const { results, released, finished } = written;
    const accepted = await this.#services.db.queue((tx) => writeResults(tx, results, released, finished));
    this.#unwritten -= results.length;
    for (const { delivery, status } of results) {
      this.#services.tally.add('deliveries', status);
      if (!accepted.has(delivery.id))
        this.#services.log.info({ delivery: delivery.id }, 'a late result of a webhook delivery was refused');
    }
    this.#onWritten(written);
  }
}

/** Batches whose last open delivery is among these. */
const finishedBatches = (results: readonly Result[], released: readonly ClaimedDelivery[]): DeliveryBatch[] => [
  ...new Set(
    [...results.map(({ delivery }) => delivery), ...released].flatMap(({ batch }) =>
      batch?.openCount === 0 ? [batch] : [],
    ),
  ),
];
