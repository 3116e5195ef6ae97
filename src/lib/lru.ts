interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
  older: Entry<K, V> | undefined;
  newer: Entry<K, V> | undefined;
}

/**
 * Entries in the order of their use. The order is a linked list. A Map keeps an order too, but finding its first entry
 * has to skip the places of all deleted ones, which took 50 µs in a map of 50,000 entries.
 */
class Recency<K, V> {
  readonly #entries = new Map<K, Entry<K, V>>();
  #oldest: Entry<K, V> | undefined;
  #newest: Entry<K, V> | undefined;

  get size(): number {
    return this.#entries.size;
  }

  get oldest(): Entry<K, V> | undefined {
    return this.#oldest;
  }

  get(key: K): Entry<K, V> | undefined {
    return this.#entries.get(key);
  }

  /** Makes an entry the newest. */
  touch(entry: Entry<K, V>): void {
    if (entry === this.#newest) return;
    this.#unlink(entry);
    this.#link(entry);
  }

  /** Adds an entry whose key does not exist yet. */
  add(key: K, value: V): void {
    const entry: Entry<K, V> = { key, value, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#link(entry);
  }

  remove(entry: Entry<K, V>): void {
    this.#entries.delete(entry.key);
    this.#unlink(entry);
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = undefined;
    this.#newest = undefined;
  }

  #link(entry: Entry<K, V>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #unlink({ older, newer }: Entry<K, V>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}

/** A Map that evicts the least recently used entry when it is full. */
export class LruMap<K, V> {
  readonly #entries = new Recency<K, V>();
  readonly #capacity: number;
  readonly #onEvict: ((value: V) => void) | undefined;

  constructor(capacity: number, onEvict?: (value: V) => void) {
    this.#capacity = capacity;
    this.#onEvict = onEvict;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.touch(entry);
    return entry.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#entries.add(key, value);
    const { size, oldest } = this.#entries;
    if (size <= this.#capacity || oldest === undefined) return;
    this.#entries.remove(oldest);
    this.#onEvict?.(oldest.value);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#entries.remove(entry);
  }

  clear(): void {
    this.#entries.clear();
  }
}

interface Sized<V> {
  readonly value: V;
  readonly bytes: number;
}

/** A Map that evicts the least recently used entries when their total size exceeds the capacity in bytes. */
export class SizedLruMap<K, V> {
  readonly #entries = new Recency<K, Sized<V>>();
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
    this.#entries.touch(entry);
    return entry.value.value;
  }

  /** An entry larger than the capacity is not stored. */
  set(key: K, value: V, bytes: number): void {
    this.delete(key);
    if (bytes > this.#capacity) return;
    this.#entries.add(key, { value, bytes });
    this.#bytes += bytes;
    while (this.#bytes > this.#capacity && this.#entries.oldest) this.#remove(this.#entries.oldest);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#remove(entry);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #remove(entry: Entry<K, Sized<V>>): void {
    this.#bytes -= entry.value.bytes;
    this.#entries.remove(entry);
  }
}
