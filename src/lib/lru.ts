/** A Map that forgets the entry unused for longest once it is full. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #capacity: number;
  readonly #onForget: ((value: V) => void) | undefined;

  constructor(capacity: number, onForget?: (value: V) => void) {
    this.#capacity = capacity;
    this.#onForget = onForget;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    // While it is far from full nothing will be forgotten soon, and the order does not matter.
    if (value !== undefined && this.#entries.size * 2 > this.#capacity) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) {
      const oldest = this.#entries.entries().next();
      if (oldest.done) return;
      this.#entries.delete(oldest.value[0]);
      this.#onForget?.(oldest.value[1]);
    }
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
