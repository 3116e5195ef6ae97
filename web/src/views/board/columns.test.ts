import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '~/metadata/model.ts';
import { withAll } from '../filter/tree.ts';
import { admits, choiceColumns, columnCondition, ofList } from './columns.ts';

const stage = {
  key: 'stage',
  type: 'choice',
  options: [
    { value: 'open', label: 'Open' },
    { value: 'won', label: 'Won' },
  ],
} as unknown as Field;

test('columns follow the options, then come values that are not among them', () => {
  const columns = choiceColumns(stage, [{ stage: 'parked' }, { stage: 'won' }, { stage: null }]);
  assert.deepEqual(
    columns.map(({ key, outcome }) => [key, outcome]),
    [
      ['open', 'open'],
      ['won', 'won'],
      ['parked', 'open'],
    ],
  );
});

test('the outcome of a status is that of its category, and a pipeline has only its own stages', () => {
  const options = [
    { value: 'new', label: 'New', category: 'open', lists: ['a', 'b'] },
    { value: 'wonderful', label: 'Signed', category: 'won', lists: ['a'] },
    { value: 'won', label: 'Won', category: 'lost', lists: ['b'] },
  ];
  const field = { ...stage, options } as unknown as Field;
  const outcomes = (list?: string) => choiceColumns(ofList(field, list), []).map(({ key, outcome }) => [key, outcome]);
  assert.deepEqual(outcomes(), [
    ['new', 'open'],
    ['wonderful', 'won'],
    ['won', 'lost'],
  ]);
  assert.deepEqual(outcomes('a'), [
    ['new', 'open'],
    ['wonderful', 'won'],
  ]);
});

test('a filter on the field itself leaves columns out', () => {
  assert.equal(admits(undefined, 'stage', 'won'), true);
  assert.equal(admits({ stage: { ne: 'lost' } }, 'stage', 'lost'), false);
  assert.equal(admits({ stage: { ne: 'lost' } }, 'stage', null), true);
  assert.equal(admits({ stage: { in: ['a', 'b'] } }, 'stage', 'b'), true);
  assert.equal(admits({ stage: { in: 'a,b' } }, 'stage', null), false);
  assert.equal(admits({ stage: 'won' }, 'stage', 'open'), false);
  assert.equal(admits({ stage: { null: true } }, 'stage', null), true);
});

test('a condition is added beside a filter of the same field', () => {
  assert.deepEqual(withAll({ stage: { ne: 'lost' }, and: [{ a: 1 }] }, columnCondition('stage', 'won')), {
    stage: { ne: 'lost' },
    and: [{ a: 1 }, { stage: 'won' }],
  });
  assert.deepEqual(withAll(undefined, columnCondition('stage', null)), { stage: { null: true } });
});
