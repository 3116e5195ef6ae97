import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterSave, conflictsOf, emptyDraft, isTyped, rebased, sameValue, valuesOf, withTyped } from './draft.ts';

interface Values {
  readonly name: string | null;
  readonly events: readonly string[];
  readonly url?: string | null;
}

const stored: Values = { name: 'Shop', events: ['a'] };
const none = emptyDraft(stored, 3);
const renamed = withTyped(none, { name: 'Warehouse' });

test('null and absent are one value, an empty text is another', () => {
  assert.equal(sameValue(null, undefined), true);
  assert.equal(sameValue(null, ''), false);
  assert.equal(sameValue({ a: [1] }, { a: [1] }), true);
  assert.equal(isTyped(withTyped(none, { url: null })), false);
});

test('what was typed and taken back is no change', () => {
  assert.equal(isTyped(renamed), true);
  assert.equal(isTyped(withTyped(renamed, { name: 'Shop' })), false);
  assert.deepEqual(valuesOf(withTyped(renamed, { name: null })), { name: null, events: ['a'] });
});

test('a change of something else by somebody else is no conflict, and is kept', () => {
  const theirs = { ...stored, events: ['a', 'b'] };
  assert.deepEqual(conflictsOf(renamed, theirs), []);
  assert.deepEqual(rebased(renamed, theirs, 5), { base: theirs, version: 5, typed: { name: 'Warehouse' } });
});

test('a change of the same to another value is a conflict, to the same value it is none', () => {
  assert.deepEqual(conflictsOf(renamed, { ...stored, name: 'Store' }), ['name']);
  assert.deepEqual(conflictsOf(renamed, { ...stored, name: 'Warehouse' }), []);
  assert.equal(isTyped(rebased(renamed, { ...stored, name: 'Warehouse' }, 4)), false);
});

test('values that make one content are in conflict with each other, unless nothing is typed', () => {
  const theirs = { ...stored, events: ['a', 'b'] };
  assert.deepEqual(conflictsOf(renamed, theirs, ['name', 'events']), ['events']);
  assert.deepEqual(conflictsOf(none, theirs, ['name', 'events']), []);
});

test('what is typed while it is being saved stays', () => {
  const meanwhile = withTyped(renamed, { events: [] });
  // The server trims `name` and completes `url`.
  const saved = { name: 'Warehouse.', events: ['a'], url: 'https://example.com' };
  assert.deepEqual(afterSave(meanwhile, saved, 4, renamed.typed), { base: saved, version: 4, typed: { events: [] } });
  const typedOn = withTyped(renamed, { name: 'Warehouse 2' });
  assert.deepEqual(valuesOf(afterSave(typedOn, saved, 4, renamed.typed)).name, 'Warehouse 2');
});
