import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { differs, fullest, sourceOf, valuesOf } from './merge-choice.ts';

const field = (key: string, more = {}) => ({ key, type: 'text', readOnly: false, ...more });
const model = {
  fields: [field('name'), field('email'), field('phone'), field('number', { readOnly: true }), field('bossId')],
} as unknown as Model;
const record = (_id: string, values: object) => ({ _id, ...values }) as unknown as RecordData;
const [name, email, phone] = model.fields as [Model['fields'][0], Model['fields'][0], Model['fields'][0]];

const a = record('a', { name: 'A', email: null, phone: '1', number: 1, bossId: 'b' });
const b = record('b', { name: 'B', email: 'b@example.com', phone: '1', number: 2, bossId: null });

describe('a merge in the console', () => {
  it('keeps the values of the kept record, and fills in its empty ones', () => {
    assert.equal(sourceOf(name, [a, b], 'a', {}), 'a');
    assert.equal(sourceOf(email, [a, b], 'a', {}), 'b');
    assert.deepEqual(valuesOf(model, [a, b], 'a', {}), { email: 'b@example.com' });
  });

  it('sets what was chosen, also an empty value, and no reference to a merged record', () => {
    assert.deepEqual(valuesOf(model, [a, b], 'a', { name: 'b', email: 'a' }), { name: 'B' });
    assert.deepEqual(valuesOf(model, [a, b], 'b', { email: 'a', bossId: 'a' }), { email: null });
  });

  it('compares fields, and suggests the record with the most values', () => {
    assert.deepEqual(
      [name, email, phone].map((one) => differs(one, [a, b])),
      [true, true, false],
    );
    assert.equal(fullest(model, [a, b]), 'a');
    assert.equal(fullest(model, [record('z', { name: 'Z' }), b]), 'b');
  });
});
