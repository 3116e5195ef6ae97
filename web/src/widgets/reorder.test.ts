import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingOrder } from './layout.ts';
import { reordered } from './reorder.ts';

const kpis = [0, 3, 6, 9].map((x) => ({ x, y: 0, w: 3, h: 2 }));
const wide = { x: 0, y: 2, w: 12, h: 6 };

test('widgets of the same size change places', () => {
  const [first, second] = reordered(kpis, 0, 1) ?? [];
  assert.deepEqual([first?.x, second?.x], [3, 0]);
});

test('neighbours of different sizes share their room', () => {
  const side = [
    { x: 0, y: 0, w: 4, h: 6 },
    { x: 4, y: 0, w: 8, h: 6 },
  ];
  assert.deepEqual(reordered(side, 1, -1), [
    { x: 8, y: 0, w: 4, h: 6 },
    { x: 0, y: 0, w: 8, h: 6 },
  ]);
  const stacked = [wide, { ...wide, y: 8, h: 3 }];
  assert.deepEqual(reordered(stacked, 0, 1), [
    { ...wide, y: 5 },
    { ...wide, y: 2, h: 3 },
  ]);
});

test('otherwise all are put in rows, and only two change their order', () => {
  const places = [...kpis, wide, { x: 0, y: 8, w: 6, h: 3 }];
  const next = reordered(places, 4, -1) ?? [];
  assert.deepEqual(readingOrder(next), [0, 1, 2, 4, 3, 5]);
  assert.deepEqual(next[4], { ...wide, y: 2 });
  assert.deepEqual(next[3], { x: 0, y: 8, w: 3, h: 2 });
});

test('there is no step beyond the ends', () => {
  assert.equal(reordered(kpis, 0, -1), undefined);
  assert.equal(reordered(kpis, 3, 1), undefined);
});
