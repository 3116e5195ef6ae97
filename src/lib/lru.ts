/** A Map that evicts the least recently used entry when it is full. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #capacity: number;
  readonly #onEvict: ((value: V) => void) | undefined;

  constructor(capacity: number, onEvict?: (value: V) => void) {
    this.#capacity = capacity;
    this.#onEvict = onEvict;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    // Up to half full the order does not matter, because no entry is evicted soon.
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
      this.#onEvict?.(oldest.value[1]);
    }
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}

interface Sized<V> {
  readonly value: V;
  readonly bytes: number;
}

/** A Map that evicts the least recently used entries when all together exceed its bytes. */
export class SizedLruMap<K, V> {
  readonly #entries = new Map<K, Sized<V>>();
  readonly #capacity: number;
  #bytes = 0;

  constructor(capacityBytes: number) {
    this.#capacity = capacityBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // As in `LruMap`: up to half full the order does not matter.
    if (this.#bytes * 2 > this.#capacity) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  /** An entry larger than the capacity is not stored. */
  set(key: K, value: V, bytes: number): void {
    this.delete(key);
    if (bytes > this.#capacity) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= this.#capacity) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#bytes -= entry.bytes;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
