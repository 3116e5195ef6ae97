import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from '~/metadata/model.ts';
import { changesOf, emptyWorkspace, newPositions, withScreens } from './workspace-values.ts';

const model = {
  fields: ['name', 'description', 'screenIds', 'defaultScreenId'].map((key) => ({ key })),
} as unknown as Model;

test('a screen that is taken out is no longer the first one', () => {
  const values = { ...emptyWorkspace, screenIds: ['a', 'b'], defaultScreenId: 'b' };
  assert.equal(withScreens(values, ['b', 'a']).defaultScreenId, 'b');
  assert.equal(withScreens(values, ['a']).defaultScreenId, null);
});

test('only what was changed is sent', () => {
  const values = { ...emptyWorkspace, name: ' Sales ', screenIds: ['a'] };
  assert.deepEqual(changesOf(values, emptyWorkspace, model), { name: 'Sales', screenIds: ['a'] });
});

test('an order changes only the positions that differ', () => {
  const before = [
    { _id: 'a', position: 0 },
    { _id: 'b', position: 1 },
    { _id: 'c', position: 2 },
  ];
  assert.deepEqual(newPositions(['a', 'c', 'b'], before), [
    { _id: 'c', position: 1 },
    { _id: 'b', position: 2 },
  ]);
});

test('positions that were all the same become an order', () => {
  const before = ['a', 'b'].map((_id) => ({ _id, position: 0 }));
  assert.deepEqual(newPositions(['b', 'a'], before), [{ _id: 'a', position: 1 }]);
});

test('a workspace at the end stays there, until another is put behind it', () => {
  const before = [
    { _id: 'a', position: 0 },
    { _id: 'b', position: 1 },
    { _id: 'end', position: 1000 },
  ];
  assert.deepEqual(newPositions(['b', 'a', 'end'], before), [
    { _id: 'b', position: 0 },
    { _id: 'a', position: 1 },
  ]);
  assert.deepEqual(newPositions(['a', 'end', 'b'], before), [
    { _id: 'end', position: 1 },
    { _id: 'b', position: 2 },
  ]);
});
