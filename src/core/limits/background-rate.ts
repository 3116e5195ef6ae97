import { performance } from 'node:perf_hooks';
import type { Load } from './load.ts';

/** While the process is under load, background work is limited to this share of the requests, but at least to 50 a second. */
const perRequest = 0.1;
const minPerSecond = 50;
/** Unused work accumulates for at most this long. */
const maxSavedMs = 200;

/** Limits how many deliveries or mails may start while the process is under load: requests come first. */
export class BackgroundRate {
  readonly #load: Load;
  #saved = 0;
  #countedAt = performance.now();

  constructor(load: Load) {
    this.#load = load;
  }

  /** How many may start now; infinite without load. */
  get allowance(): number {
    const { pressure } = this.#load;
    const now = performance.now();
    const passedMs = now - this.#countedAt;
    this.#countedAt = now;
    if (pressure === 0) {
      this.#saved = 0;
      return Number.POSITIVE_INFINITY;
    }
    const perMs = Math.max(minPerSecond, pressure * perRequest) / 1000;
    this.#saved = Math.min(this.#saved + passedMs * perMs, maxSavedMs * perMs);
    return Math.floor(this.#saved);
  }

  use(count: number): void {
    this.#saved = Math.max(0, this.#saved - count);
  }
}
