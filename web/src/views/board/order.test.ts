import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrange, indexAt, maxPlaced, nextSlot, place } from './order.ts';

const cards = (...ids: string[]) => ids.map((_id) => ({ _id }));
const ids = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).join('');

test('placed cards come first, the others in the order of the sort', () => {
  assert.equal(ids(arrange(cards('a', 'b', 'c', 'd'), ['c', 'a'])), 'cabd');
  assert.equal(ids(arrange(cards('a', 'b'), [])), 'ab');
});

test('an order that names cards of other columns, or a card twice, shows each card once', () => {
  assert.equal(ids(arrange(cards('a', 'b'), ['x', 'b', 'y'])), 'ba');
  assert.equal(ids(arrange(cards('a', 'b', 'a'), ['b'])), 'ba');
});

test('a placed card stays where it was put', () => {
  const shown = ['a', 'b', 'c', 'd'];
  const order = place(shown, [], 'd', 1);
  assert.deepEqual(order, ['a', 'd']);
  assert.equal(ids(arrange(cards(...shown), order)), 'adbc');
});

test('a card moves down within its column', () => {
  const order = place(['a', 'b', 'c'], [], 'a', 2);
  assert.deepEqual(order, ['b', 'c', 'a']);
});

test('cards that were placed before keep their place', () => {
  const order = place(['c', 'a', 'b', 'd'], ['c', 'a'], 'd', 0);
  assert.deepEqual(order, ['d', 'c', 'a']);
});

test('placed cards that are not shown are kept at the end', () => {
  assert.deepEqual(place(['a', 'b'], ['h', 'b'], 'n', 0), ['n', 'a', 'b', 'h']);
});

test('the number of kept places is limited', () => {
  const shown = Array.from({ length: maxPlaced + 50 }, (_, n) => `c${n}`);
  assert.equal(place(shown, shown, 'new', 0).length, maxPlaced);
});

test('keys lead to the next place and stop at the edges', () => {
  const columns = [
    { key: 'a', size: 2 },
    { key: 'b', size: 0 },
  ];
  assert.deepEqual(nextSlot(columns, { column: 'a', index: 1 }, 'ArrowDown'), { column: 'a', index: 2 });
  assert.deepEqual(nextSlot(columns, { column: 'a', index: 2 }, 'ArrowDown'), { column: 'a', index: 2 });
  assert.deepEqual(nextSlot(columns, { column: 'a', index: 2 }, 'ArrowRight'), { column: 'b', index: 0 });
  assert.deepEqual(nextSlot(columns, { column: 'b', index: 0 }, 'ArrowRight'), { column: 'b', index: 0 });
  assert.deepEqual(nextSlot(columns, { column: 'a', index: 2 }, 'Home'), { column: 'a', index: 0 });
  assert.deepEqual(nextSlot(columns, { column: 'a', index: 0 }, 'End'), { column: 'a', index: 2 });
});

test('a card falls before the first card whose middle is below it', () => {
  assert.equal(indexAt([10, 20, 30], 5), 0);
  assert.equal(indexAt([10, 20, 30], 25), 2);
  assert.equal(indexAt([10, 20, 30], 99), 3);
  assert.equal(indexAt([], 99), 0);
});
