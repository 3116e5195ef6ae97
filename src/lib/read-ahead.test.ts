import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { readAhead } from './read-ahead.ts';

describe('reading ahead', () => {
  it('makes one more item than the consumer has, in order', async () => {
    const made: number[] = [];
    const source = async function* () {
      for (let n = 1; n <= 4; n += 1) {
        made.push(n);
        yield n;
      }
    };
    const seen: number[][] = [];
    for await (const n of readAhead(source())) {
      await turn();
      seen.push([n, made.length]);
    }
    assert.deepEqual(seen, [
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 4],
    ]);
  });

  it('makes more of them ahead when asked, and each once', async () => {
    let made = 0;
    const source = async function* () {
      for (let n = 1; n <= 5; n += 1) {
        await turn();
        made = n;
        yield n;
      }
    };
    const seen: number[] = [];
    for await (const n of readAhead(source(), 2)) {
      for (let turns = 0; turns < 5; turns += 1) await turn();
      assert.equal(made, Math.min(5, n + 2));
      seen.push(n);
    }
    assert.deepEqual(seen, [1, 2, 3, 4, 5]);
  });

  it('throws the failure of the source after the items before it', async () => {
    const source = async function* () {
      yield 1;
      throw new Error('broken');
    };
    const seen: number[] = [];
    await assert.rejects(async () => {
      for await (const n of readAhead(source())) {
        await turn();
        seen.push(n);
      }
    }, /broken/);
    assert.deepEqual(seen, [1]);
  });

  it('ends the source when the consumer stops', async () => {
    let ended = false;
    const source = async function* () {
      try {
        yield 1;
        yield 2;
        yield 3;
      } finally {
        ended = true;
      }
    };
    for await (const n of readAhead(source())) if (n === 1) break;
    assert.equal(ended, true);
  });
});
