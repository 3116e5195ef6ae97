import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linear, niceTicks } from './scale.ts';

describe('the values of an axis', () => {
  it('are round, and reach from zero to the highest value', () => {
    assert.deepEqual(niceTicks([0, 178_000], 4, true), [0, 50_000, 100_000, 150_000, 200_000]);
    assert.deepEqual(niceTicks([0, 100], 5, true), [0, 20, 40, 60, 80, 100]);
    assert.deepEqual(niceTicks([80, 96], 5, true), [0, 20, 40, 60, 80, 100]);
  });

  it('have no fractions between whole numbers', () => {
    assert.deepEqual(niceTicks([0, 1], 5, true), [0, 1]);
    assert.deepEqual(niceTicks([0, 3], 5, true), [0, 1, 2, 3]);
    assert.deepEqual(niceTicks([0, 0.3], 3, false), [0, 0.1, 0.2, 0.3]);
  });

  it('are there when all values are zero', () => {
    assert.deepEqual(niceTicks([0, 0], 5, true), [0, 1]);
  });

  it('go below zero, with zero among them', () => {
    assert.deepEqual(niceTicks([-30, 45], 4, true), [-40, -20, 0, 20, 40, 60]);
    assert.deepEqual(niceTicks([-0.5, -0.2], 5, false), [-0.5, -0.4, -0.3, -0.2, -0.1, 0]);
  });
});

describe('a scale', () => {
  it('maps values to positions, also from high to low', () => {
    const at = linear([-50, 50], [200, 0]);
    assert.deepEqual([-50, 0, 50].map(at), [200, 100, 0]);
  });

  it('maps a domain without extent to its start', () => {
    assert.equal(linear([3, 3], [10, 20])(3), 10);
  });
});
