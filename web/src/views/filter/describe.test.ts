import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from '~/api/records.ts';
import { describe, type Words } from './describe.ts';
import { toTree } from './tree.ts';

const words: Words = {
  fieldName: (path) => path.toUpperCase(),
  operator: ({ operator }) => operator,
  value: (_node, value) => String(value),
  other: ({ value }) => JSON.stringify(value),
  empty: 'is empty',
  notEmpty: 'has a value',
  and: 'and',
  or: 'or',
  not: 'not',
};

const text = (filter: Filter) => toTree(filter).children.map((child) => describe(child, words));

test('conditions are described one by one', () => {
  assert.deepEqual(text({ stage: 'won', value: { gt: 5 } }), ['STAGE eq won', 'VALUE gt 5']);
  assert.deepEqual(text({ value: { between: [1, 5] } }), ['VALUE between 1 – 5']);
  assert.deepEqual(text({ closeDate: { between: 'thisMonth' } }), ['CLOSEDATE: thisMonth']);
});

test('long lists are shortened', () => {
  assert.deepEqual(text({ stage: { in: ['a', 'b', 'c', 'd', 'e'] } }), ['STAGE in a, b, c +2']);
});

test('absent values have words of their own', () => {
  assert.deepEqual(text({ a: { null: true }, b: { null: false } }), ['A is empty', 'B has a value']);
});

test('groups are joined by their words', () => {
  assert.deepEqual(text({ or: [{ a: 1 }, { b: 2, c: 3 }] }), ['A eq 1 or (B eq 2 and C eq 3)']);
  assert.deepEqual(text({ not: { or: [{ a: 1 }, { b: 2 }] } }), ['not (A eq 1 or B eq 2)']);
});
