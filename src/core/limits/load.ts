import { type EventLoopUtilization, performance } from 'node:perf_hooks';

declare module '../context.ts' {
  interface Services {
    readonly load: Load;
  }
}

const sampleMs = 100;
/**
 * Above this utilization background work slows requests: their SQL saturates the machine before this process is
 * saturated.
 */
const busyUtilization = 0.6;
/** With fewer requests per second, the utilization has another cause. */
const minRequestsPerSecond = 100;

/** Measures how busy this process is with requests, so that background work can slow down in favour of them. */
export class Load {
  #requests = 0;
  #sampledAt = performance.now();
  #sampled: EventLoopUtilization = performance.eventLoopUtilization();
  #pressure = 0;
  #perSecond = 0;

  /** Counts a request. */
  request(): void {
    this.#requests += 1;
  }

  /** Requests per second while the process is busy with them; 0 when there is capacity for background work. */
  get pressure(): number {
    const now = performance.now();
    const passedMs = now - this.#sampledAt;
    if (passedMs < sampleMs) return this.#pressure;
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, this.#sampled);
    this.#perSecond = (this.#requests * 1000) / passedMs;
    const isBusy = utilization >= busyUtilization && this.#perSecond >= minRequestsPerSecond;
    this.#pressure = isBusy ? this.#perSecond : 0;
    this.#requests = 0;
    this.#sampledAt = now;
    this.#sampled = current;
    return this.#pressure;
  }

  /** Requests per second, whether or not the process is busy with them. */
  get requestsPerSecond(): number {
    // Takes a new sample when the last one is old.
    void this.pressure;
    return this.#perSecond;
  }
}
