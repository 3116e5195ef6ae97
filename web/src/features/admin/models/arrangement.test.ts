import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field, Model } from '~/metadata/model.ts';
import { arranged, changesOf, groupsOf, type Place, placesOf } from './arrangement.ts';

const field = (key: string, more: Partial<Field> = {}) => ({ key, ...more }) as Field;
const model = {
  fields: [
    field('name'),
    field('street', { group: 'Address' }),
    field('a', { custom: true }),
    field('b', { custom: true, group: 'Deal' }),
    field('c', { custom: true, order: 30 }),
    field('_id'),
  ],
} as unknown as Model;

const [a, b, c] = placesOf(model) as [Place, Place, Place];

test('places are the custom fields in their order', () => {
  assert.deepEqual(placesOf(model), [
    { key: 'a', group: '' },
    { key: 'b', group: 'Deal' },
    { key: 'c', group: '' },
  ]);
  assert.deepEqual(groupsOf(model), ['Address', 'Deal']);
});

test('nothing is saved when nothing changed', () => {
  assert.deepEqual(changesOf(model, placesOf(model)), []);
});

test('a change of a group leaves the order alone', () => {
  assert.deepEqual(changesOf(model, [{ key: 'a', group: ' Deal ' }, { key: 'b', group: '' }, c]), [
    { key: 'a', change: { group: 'Deal' } },
    { key: 'b', change: { group: null } },
  ]);
});

test('a move gives an order to those that have another one', () => {
  assert.deepEqual(changesOf(model, [b, a, c]), [
    { key: 'b', change: { order: 10 } },
    { key: 'a', change: { order: 20 } },
  ]);
});

test('the preview has the fields as they will be', () => {
  const { fields } = arranged(model, [c, { key: 'b', group: '' }, a]);
  assert.deepEqual(
    fields.map(({ key, group }) => [key, group]),
    [
      ['name', undefined],
      ['street', 'Address'],
      ['c', undefined],
      ['b', undefined],
      ['a', undefined],
      ['_id', undefined],
    ],
  );
});
