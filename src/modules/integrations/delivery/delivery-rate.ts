import { performance } from 'node:perf_hooks';
import type { Load } from '#core/limits/load.ts';

/** While requests need all that the process has, this many deliveries are made for each of them, and so many in any case. */
const perRequest = 0.1;
const slowestPerSecond = 50;
/** What was not used is not saved up for longer. */
const savedMs = 200;

/** How many deliveries may begin now: requests come first. */
export class Pace {
  readonly #load: Load;
  #saved = 0;
  #countedAt = performance.now();

  constructor(load: Load) {
    this.#load = load;
  }

  get allowance(): number {
    const { pressure } = this.#load;
    const now = performance.now();
    const passedMs = now - this.#countedAt;
    this.#countedAt = now;
    if (pressure === 0) {
      this.#saved = 0;
      return Number.POSITIVE_INFINITY;
    }
    const perMs = Math.max(slowestPerSecond, pressure * perRequest) / 1000;
    this.#saved = Math.min(this.#saved + passedMs * perMs, savedMs * perMs);
    return Math.floor(this.#saved);
  }

  take(count: number): void {
    this.#saved = Math.max(0, this.#saved - count);
  }
}
