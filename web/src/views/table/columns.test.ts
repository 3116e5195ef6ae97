import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field, Model } from '~/metadata/model.ts';
import { cardFields, columnFields, defaultColumns, fieldsToRead, moveColumn, nextSort } from './columns.ts';

const field = (key: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  key,
  type,
  label: key,
  required: false,
  unique: false,
  readOnly: false,
  default: null,
  filterable: true,
  sortable: true,
  searchable: false,
  ...more,
});

const model = (titleField: string, fields: readonly Field[]): Model => ({
  moduleKey: 'sales',
  slug: 'things',
  modelKey: 'thing',
  label: 'Thing',
  labelPlural: 'Things',
  path: '/api/sales/things',
  titleField,
  parent: null,
  scopes: { read: 'sales:read', write: 'sales:write' },
  custom: false,
  fields,
});

const deals = model('name', [
  field('_id', 'text'),
  field('name', 'text', { required: true }),
  field('description', 'longText'),
  field('ownerId', 'reference'),
  field('settings', 'json'),
  field('statusId', 'reference'),
  field('stage', 'choice'),
  field('value', 'number'),
  field('closeDate', 'date'),
  field('createdAt', 'datetime'),
  field('version', 'integer'),
]);

test('default columns begin with the title and leave out long and technical fields', () => {
  assert.deepEqual(defaultColumns(deals), ['name', 'stage', 'value', 'ownerId', 'closeDate', 'createdAt']);
});

test('the parts of a computed name are not repeated', () => {
  const people = model('name', [
    field('firstName', 'text'),
    field('lastName', 'text'),
    field('name', 'text', { computed: true }),
    field('email', 'email'),
  ]);
  assert.deepEqual(defaultColumns(people), ['name', 'email']);
});

test('columns that the model does not have are left out; without any the default is shown', () => {
  const keys = (chosen?: string[]) => columnFields(deals, chosen).map(({ key }) => key);
  assert.deepEqual(keys(['value', 'gone', 'value', 'name']), ['value', 'name']);
  assert.deepEqual(keys(['gone']), keys());
  assert.deepEqual(keys(['settings', 'name']), ['name']);
});

test('the title and the version are always read', () => {
  assert.deepEqual(fieldsToRead(deals, columnFields(deals, ['value'])), ['_id', 'name', 'ownerId', 'value', 'version']);
});

test('a column moves to the place of another', () => {
  assert.deepEqual(moveColumn(['a', 'b', 'c', 'd'], 'a', 'c'), ['b', 'c', 'a', 'd']);
  assert.deepEqual(moveColumn(['a', 'b', 'c', 'd'], 'd', 'b'), ['a', 'd', 'b', 'c']);
  assert.deepEqual(moveColumn(['a', 'b'], 'x', 'b'), ['a', 'b']);
});

test('a click sorts up, down and not', () => {
  assert.deepEqual(nextSort([], 'a', false), ['a']);
  assert.deepEqual(nextSort(['a'], 'a', false), ['-a']);
  assert.deepEqual(nextSort(['-a'], 'a', false), []);
  assert.deepEqual(nextSort(['b'], 'a', true), ['b', 'a']);
  assert.deepEqual(nextSort(['b', 'a'], 'b', true), ['-b', 'a']);
  assert.deepEqual(nextSort(['-b', 'a'], 'b', true), ['a']);
  assert.deepEqual(nextSort(['b'], 'a', false), ['a']);
});

test('a card has one choice and the fields that follow', () => {
  const people = model('name', [
    field('name', 'text'),
    field('status', 'choice'),
    field('stage', 'choice'),
    field('email', 'email'),
    field('ownerId', 'reference'),
    field('phone', 'phone'),
  ]);
  assert.deepEqual(
    cardFields(people, people.fields).map(({ key }) => key),
    ['status', 'email', 'ownerId'],
  );
});
