import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '~/api/records.ts';
import { chunksOf, plan, reasonsOf } from './bulk.ts';

const record = (_id: string, fields: object): RecordData => ({
  _id,
  version: 1,
  createdAt: '',
  updatedAt: '',
  createdBy: null,
  updatedBy: null,
  ...fields,
});

test('a field is set where it differs, and the undo restores each value', () => {
  const { doing, undoing } = plan([record('1', { stage: 'won' }), record('2', { stage: 'new' }), record('3', {})], {
    kind: 'set',
    field: 'stage',
    value: 'won',
  });
  assert.deepEqual(doing, [
    { op: 'update', _id: '2', record: { stage: 'won' } },
    { op: 'update', _id: '3', record: { stage: 'won' } },
  ]);
  assert.deepEqual(undoing, [
    { op: 'update', _id: '2', record: { stage: 'new' } },
    { op: 'update', _id: '3', record: { stage: null } },
  ]);
});

test('tags are added once and removed where they are', () => {
  const records = [record('1', { tags: ['a'] }), record('2', { tags: null }), record('3', { tags: ['b'] })];
  const added = plan(records, { kind: 'add', field: 'tags', tags: ['b'] }).doing;
  assert.deepEqual(
    added.map(({ record: values }) => values),
    [{ tags: ['a', 'b'] }, { tags: ['b'] }],
  );
  const removed = plan(records, { kind: 'remove', field: 'tags', tags: ['b', 'c'] }).doing;
  assert.deepEqual(removed, [{ op: 'update', _id: '3', record: { tags: [] } }]);
});

test('large selections are split', () => {
  assert.deepEqual(
    chunksOf(
      Array.from({ length: 2500 }, (_, n) => n),
      1000,
    ).map(({ length }) => length),
    [1000, 1000, 500],
  );
  assert.deepEqual(chunksOf([], 10), []);
});

test('reasons of failures are counted', () => {
  const failed = ['a', 'b', 'b'].map((message, n) => ({ id: String(n), message }));
  assert.deepEqual(reasonsOf({ done: [], failed }), [
    { message: 'b', count: 2 },
    { message: 'a', count: 1 },
  ]);
});
