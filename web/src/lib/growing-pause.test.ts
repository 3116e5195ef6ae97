import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growingPause } from './growing-pause.ts';

test('pauses begin short, grow, and have an end', () => {
  assert.equal(growingPause(0), 1000);
  assert.equal(growingPause(1), 1000);
  const pauses = [1, 2, 3, 4, 5, 6].map(growingPause);
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  );
  assert.equal(growingPause(1000), 5000);
});
