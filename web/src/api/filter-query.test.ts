import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterQuery } from './filter-query.ts';

test('values with commas stay whole in a query', () => {
  assert.deepEqual(filterQuery({ stage: { in: ['a,b', 'c'] } }), { 'filter[stage][in]': ['a,b', 'c'] });
  assert.deepEqual(filterQuery({ stage: { nin: ['a,b'] } }), { 'filter[stage][nin]': ['a,b', 'a,b'] });
});

test('groups are numbered', () => {
  assert.deepEqual(filterQuery({ or: [{ a: 1 }, { not: { b: { between: [1, 2] } } }] }), {
    'filter[or][0][a]': '1',
    'filter[or][1][not][b][between]': ['1', '2'],
  });
});
