import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extendTo, noSelection, selectAll, toggle, without } from './selection.ts';

const idAt = (line: number) => (line >= 0 && line < 10 ? `r${line}` : undefined);
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort();

test('a record is selected and left out again', () => {
  const one = toggle(noSelection, 'r2', 2);
  assert.deepEqual(ids(one), ['r2']);
  assert.deepEqual(ids(toggle(one, 'r2', 2)), []);
});

test('a range grows and shrinks from its anchor', () => {
  const start = toggle(noSelection, 'r2', 2);
  const longer = extendTo(start, 5, idAt);
  assert.deepEqual(ids(longer), ['r2', 'r3', 'r4', 'r5']);
  const shorter = extendTo(longer, 3, idAt);
  assert.deepEqual(ids(shorter), ['r2', 'r3']);
  assert.deepEqual(ids(extendTo(shorter, 0, idAt)), ['r0', 'r1', 'r2']);
});

test('what was selected before a range stays selected when the range shrinks', () => {
  const before = toggle(toggle(noSelection, 'r4', 4), 'r2', 2);
  const range = extendTo(before, 5, idAt);
  assert.deepEqual(ids(extendTo(range, 2, idAt)), ['r2', 'r4']);
});

test('lines without a loaded record are left out', () => {
  assert.deepEqual(ids(extendTo(toggle(noSelection, 'r8', 8), 12, idAt)), ['r8', 'r9']);
});

test('all are added, and deleted ones leave', () => {
  const all = selectAll(noSelection, ['a', 'b', 'c']);
  assert.deepEqual(ids(all), ['a', 'b', 'c']);
  assert.deepEqual(ids(without(all, ['b'])), ['a', 'c']);
});
