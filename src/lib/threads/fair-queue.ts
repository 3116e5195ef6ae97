interface Waiting<T> {
  readonly task: T;
  readonly expectedMs: number;
}

interface Share<T> {
  readonly waiting: Waiting<T>[];
  /** The time charged so far, on the clock of the queue. */
  chargedMs: number;
  running: number;
}

/**
 * Tasks that wait for a thread. The share (a tenant) with the least charged time goes first, so a share with expensive
 * tasks waits for others, and not they for it. The expected time of its next task counts as charged: of two new shares,
 * the one with the smaller task goes first. A share that was idle starts at the clock of the queue, because idle time
 * does not accumulate.
 */
export class FairQueue<T> {
  readonly #shares = new Map<string, Share<T>>();
  readonly #maxWaiting: number;
  #clockMs = 0;

  /** `maxWaiting` applies to each share. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** False when the share has too many waiting tasks. */
  add(name: string, task: T, expectedMs = 0): boolean {
    const share = this.#share(name);
    if (share.waiting.length >= this.#maxWaiting) return false;
    share.waiting.push({ task, expectedMs });
    return true;
  }

  /**
   * The next task of a share that runs fewer than `maxRunning` tasks, with an expected time of at most `maxExpectedMs`.
   */
  take(
    maxRunning: number,
    maxExpectedMs = Number.POSITIVE_INFINITY,
  ): { readonly name: string; readonly task: T } | undefined {
    let best: readonly [string, Share<T>] | undefined;
    let leastMs = Number.POSITIVE_INFINITY;
    for (const entry of this.#shares) {
      const [, share] = entry;
      const [next] = share.waiting;
      if (next === undefined || share.running >= maxRunning || next.expectedMs > maxExpectedMs) continue;
      const afterMs = share.chargedMs + next.expectedMs;
      if (afterMs >= leastMs) continue;
      best = entry;
      leastMs = afterMs;
    }
    if (best === undefined) return undefined;
    const [name, share] = best;
    this.#clockMs = Math.max(this.#clockMs, share.chargedMs);
    share.running += 1;
    return { name, task: (share.waiting.shift() as Waiting<T>).task };
  }

  /** Ends a task that `take` returned, and charges its share. */
  done(name: string, tookMs: number): void {
    const share = this.#shares.get(name);
    if (!share) return;
    share.running -= 1;
    share.chargedMs += tookMs;
    // A share ahead of the clock is kept, so that it cannot lose its charge by waiting for each answer.
    if (share.running === 0 && share.waiting.length === 0 && share.chargedMs <= this.#clockMs)
      this.#shares.delete(name);
    if (this.#shares.size > maxShares) this.#removeIdle();
  }

  get hasWaiting(): boolean {
    return this.#shares.values().some(({ waiting }) => waiting.length > 0);
  }

  /** Removes and returns all waiting tasks. */
  drain(): T[] {
    return [...this.#shares.values()].flatMap(({ waiting }) => waiting.splice(0).map(({ task }) => task));
  }

  #share(name: string): Share<T> {
    const known = this.#shares.get(name);
    if (known) {
      const isIdle = known.running === 0 && known.waiting.length === 0;
      if (isIdle) known.chargedMs = Math.max(known.chargedMs, this.#clockMs);
      return known;
    }
    const added: Share<T> = { waiting: [], chargedMs: this.#clockMs, running: 0 };
    this.#shares.set(name, added);
    return added;
  }

  #removeIdle(): void {
    for (const [name, { running, waiting }] of this.#shares)
      if (running === 0 && waiting.length === 0) this.#shares.delete(name);
  }
}

const maxShares = 1000;
