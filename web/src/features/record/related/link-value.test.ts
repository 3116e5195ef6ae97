import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '~/metadata/model.ts';
import { linkedValue, unlinkedValue } from './link-value.ts';

const one = { type: 'reference' } as Field;
const many = { type: 'references' } as Field;

test('a single reference is replaced and cleared', () => {
  assert.equal(linkedValue(one, 'other', 'id'), 'id');
  assert.equal(unlinkedValue(one, 'id', 'id'), null);
});

test('a list of references keeps the others', () => {
  assert.deepEqual(linkedValue(many, ['other'], 'id'), ['other', 'id']);
  assert.deepEqual(linkedValue(many, null, 'id'), ['id']);
  assert.deepEqual(linkedValue(many, ['id', 'other'], 'id'), ['other', 'id']);
  assert.deepEqual(unlinkedValue(many, ['other', 'id'], 'id'), ['other']);
});
