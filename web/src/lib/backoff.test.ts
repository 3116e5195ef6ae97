import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from './backoff.ts';

test('pauses begin short, grow, and have an end', () => {
  assert.equal(backoffMs(0), 1000);
  assert.equal(backoffMs(1), 1000);
  const pauses = [1, 2, 3, 4, 5, 6].map(backoffMs);
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  );
  assert.equal(backoffMs(1000), 5000);
});
