/** Pseudo-random numbers that are the same in every run (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer between both bounds, inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  chance(percent: number): boolean {
    return this.fraction() * 100 < percent;
  }

  pick<T>(items: readonly T[]): T {
    return at(items, this.int(0, items.length - 1));
  }

  /** Several different items, in their original order. */
  sample<T>(items: readonly T[], count: number): T[] {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, items.length)) chosen.add(this.int(0, items.length - 1));
    return items.filter((_, index) => chosen.has(index));
  }
}

/** The item at a position, modulo the length. */
export function at<T>(items: readonly T[], position: number): T {
  if (items.length === 0) throw new Error('there is nothing to choose from');
  return items[position % items.length] as T;
}
