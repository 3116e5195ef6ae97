import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, definitionOf, emptyValues, limitOf } from './field-values.ts';

const values = { ...emptyValues(false), label: 'Size', key: 'size' };

test('a definition has only what its type can have', () => {
  const odd = { ...values, unique: true, maxLength: 5, min: 1, options: [{ value: 'a', label: '' }], reference: 'x.y' };
  assert.deepEqual(definitionOf({ ...odd, type: 'json' }), {
    key: 'size',
    type: 'json',
    label: 'Size',
    required: false,
    default: null,
  });
  assert.deepEqual(definitionOf({ ...odd, type: 'reference' }).reference, { moduleKey: 'x', slug: 'y' });
  assert.equal(definitionOf({ ...odd, type: 'integer' }).min, 1);
});

test('an option without a text is shown as its value', () => {
  const { options } = definitionOf({ ...values, type: 'choice', options: [{ value: ' red ', label: '' }] });
  assert.deepEqual(options, [{ value: 'red', label: 'red' }]);
});

test('a change holds only what is different, and null for what was removed', () => {
  const before = { ...values, default: 'M', maxLength: 10, group: 'Body' };
  assert.deepEqual(changeOf(before, { ...before, label: 'Sizes' }), { label: 'Sizes' });
  assert.deepEqual(changeOf(before, { ...before, default: '' }), { default: null });
  assert.deepEqual(changeOf(before, { ...before, group: ' ' }), { group: null });
  assert.deepEqual(changeOf(values, { ...values, group: 'Body' }), { group: 'Body' });
  assert.deepEqual(changeOf(before, before), {});
});

test('limits that every number has are not limits of the field', () => {
  assert.equal(limitOf(Number.MAX_SAFE_INTEGER), undefined);
  assert.equal(limitOf(0), 0);
  assert.equal(limitOf('2026-01-01'), undefined);
});
