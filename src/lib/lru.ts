import { LRUCache } from 'lru-cache';

/** A Map that evicts the least recently used entry when it is full. */
export class LruMap<K extends string, V extends {}> {
  readonly #entries: LRUCache<K, V>;

  constructor(capacity: number, onEvict?: (value: V) => void) {
    this.#entries = new LRUCache<K, V>({
      // With `max`, the library would allocate all places at once, 22 bytes each: some MB for the caches of an idle node.
      maxSize: capacity,
      sizeCalculation: () => 1,
      ...(onEvict && { dispose: (value, _key, reason) => reason === 'evict' && onEvict(value) }),
    });
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#entries.set(key, value);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** A Map that evicts the least recently used entries when all together exceed its bytes. */
export class SizedLruMap<K extends string, V extends {}> {
  readonly #entries: LRUCache<K, V>;

  constructor(capacityBytes: number) {
    this.#entries = new LRUCache<K, V>({ maxSize: capacityBytes });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** An entry larger than the capacity is not stored. */
  set(key: K, value: V, bytes: number): void {
    // For a value that is there already, the library would keep the old size.
    this.#entries.delete(key);
    // It takes no entry without a size.
    this.#entries.set(key, value, { size: Math.max(1, Math.ceil(bytes)) });
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
