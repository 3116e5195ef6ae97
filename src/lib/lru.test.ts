import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LruMap, SizedLruMap } from './lru.ts';

/** A slow reference implementation of `LruMap`, oldest entry first. */
class Model {
  readonly evicted: number[] = [];
  #entries: [string, number][] = [];

  get(key: string): number | undefined {
    const found = this.#entries.find(([name]) => name === key);
    if (found) this.#entries = [...this.#entries.filter((entry) => entry !== found), found];
    return found?.[1];
  }

  set(key: string, value: number, capacity: number): void {
    this.delete(key);
    this.#entries.push([key, value]);
    if (this.#entries.length > capacity) this.evicted.push((this.#entries.shift() as [string, number])[1]);
  }

  delete(key: string): void {
    this.#entries = this.#entries.filter(([name]) => name !== key);
  }
}

describe('a map that evicts the least recently used entry', () => {
  it('keeps what a slow one keeps, whatever the order of calls', () => {
    const evicted: number[] = [];
    const map = new LruMap<string, number>(5, (value) => evicted.push(value));
    const model = new Model();
    let seed = 1;
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let n = 0; n < 5000; n += 1) {
      const key = `k${next(9)}`;
      const kind = next(10);
      if (kind < 5) assert.equal(map.get(key), model.get(key));
      else if (kind < 9) {
        map.set(key, n);
        model.set(key, n, 5);
      } else {
        map.delete(key);
        model.delete(key);
      }
    }
    assert.ok(evicted.length > 100);
    assert.deepEqual(evicted, model.evicted);
    map.clear();
    assert.equal(map.get('k1'), undefined);
    map.set('k1', 1);
    assert.equal(map.get('k1'), 1);
  });

  it('counts bytes where entries have a size', () => {
    const map = new SizedLruMap<string, string>(10);
    map.set('a', 'A', 4);
    map.set('b', 'B', 4);
    assert.equal(map.get('a'), 'A');
    map.set('c', 'C', 5);
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c'), map.bytes], ['A', undefined, 'C', 9]);
    map.set('c', 'D', 2);
    assert.deepEqual([map.get('c'), map.bytes], ['D', 6]);
    map.set('e', 'too large', 11);
    assert.deepEqual([map.get('e'), map.bytes], [undefined, 6]);
    map.delete('a');
    assert.equal(map.bytes, 2);
    map.set('f', 'F', 10);
    assert.deepEqual([map.get('c'), map.get('f'), map.bytes], [undefined, 'F', 10]);
  });
});
