const everyMs = 5;

/**
 * Measures the longest turn of the event loop of this thread, in milliseconds of processor time. Unlike the delay of a
 * timer, processor time does not grow when other processes use the machine, so a limit for it does not depend on the
 * load. The server answers no other request during a turn.
 */
export class TurnMeter {
  readonly #timer: NodeJS.Timeout;
  #last = process.threadCpuUsage();
  #longestMs = 0;

  constructor() {
    this.#timer = setInterval(() => this.#note(), everyMs);
  }

  stop(): number {
    clearInterval(this.#timer);
    this.#note();
    return this.#longestMs;
  }

  #note(): void {
    const now = process.threadCpuUsage();
    const usedMs = (now.user + now.system - this.#last.user - this.#last.system) / 1000;
    this.#longestMs = Math.max(this.#longestMs, usedMs);
    this.#last = now;
  }
}
