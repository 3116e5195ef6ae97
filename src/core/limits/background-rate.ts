import { performance } from 'node:perf_hooks';
import type { Load } from './load.ts';

export interface BackgroundShare {
  /** The number of starts for each request, while the process is under load. */
  readonly perRequest: number;
  /** The minimum of starts per second, regardless of the number of requests. */
  readonly minPerSecond: number;
  /** The number of starts to collect, because one transaction for several costs little more than for one. */
  readonly together?: number;
}

/** Unused starts accumulate for at most this time. */
const maxSavedMs = 200;

/** Limits how many deliveries or mails may start while the process is under load, so that requests take precedence. */
export class BackgroundRate {
  readonly #load: Load;
  readonly #share: BackgroundShare;
  #saved = 0;
  #countedAt = performance.now();
  #releasing = false;

  constructor(load: Load, share: BackgroundShare) {
    this.#load = load;
    this.#share = share;
  }

  /** The number of starts that are allowed now; infinite without load. */
  get allowance(): number {
    const { pressure } = this.#load;
    const { perRequest, minPerSecond, together = 1 } = this.#share;
    const now = performance.now();
    const passedMs = now - this.#countedAt;
    this.#countedAt = now;
    if (pressure === 0) {
      this.#saved = 0;
      return Number.POSITIVE_INFINITY;
    }
    const perMs = Math.max(minPerSecond, pressure * perRequest) / 1000;
    this.#saved = Math.min(this.#saved + passedMs * perMs, Math.max(maxSavedMs * perMs, together));
    if (this.#saved >= together) this.#releasing = true;
    else if (this.#saved < 1) this.#releasing = false;
    return this.#releasing ? Math.floor(this.#saved) : 0;
  }

  use(count: number): void {
    this.#saved = Math.max(0, this.#saved - count);
  }
}
