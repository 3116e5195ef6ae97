import { type EventLoopUtilization, performance } from 'node:perf_hooks';

declare module '../context.ts' {
  interface Services {
    readonly load: Load;
  }
}

const sampleMs = 100;
/** From here on other work is felt: what requests do in the database fills the machine before it fills this process. */
const fullFrom = 0.6;
/** Fewer requests than this in a second are not what fills it. */
const fewest = 100;

/** How busy this process is with requests. Work that can wait asks, and leaves the way to those who cannot. */
export class Load {
  #requests = 0;
  #sampledAt = performance.now();
  #sampled: EventLoopUtilization = performance.eventLoopUtilization();
  #pressure = 0;

  /** A request arrived. */
  request(): void {
    this.#requests += 1;
  }

  /** Requests in a second, when they are about all that this process can do; 0 when there is time for other work. */
  get pressure(): number {
    const now = performance.now();
    const passedMs = now - this.#sampledAt;
    if (passedMs < sampleMs) return this.#pressure;
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, this.#sampled);
    const perSecond = (this.#requests * 1000) / passedMs;
    this.#pressure = utilization >= fullFrom && perSecond >= fewest ? perSecond : 0;
    this.#requests = 0;
    this.#sampledAt = now;
    this.#sampled = current;
    return this.#pressure;
  }
}
