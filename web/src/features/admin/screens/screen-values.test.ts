import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from '~/metadata/model.ts';
import { changesOf, emptyScreen, type ScreenRecord, valuesOf, viewStateOf, withModel } from './screen-values.ts';

const modelOf = (...keys: string[]) => ({ fields: keys.map((key) => ({ key })) }) as unknown as Model;
const screens = modelOf('name', 'modelKey', 'columns', 'defaultSort', 'roleNames', 'active');
const deals = {
  name: 'Deals',
  description: null,
  modelKey: 'sales.opportunities',
  layout: 'kanban',
  columns: ['name', 'value'],
  defaultFilter: { stage: { ne: 'lost' } },
  defaultSort: { value: -1 },
  groupByField: 'stage',
  dateField: null,
  icon: null,
  color: null,
  active: true,
  roleNames: null,
  settings: null,
} as unknown as ScreenRecord;

test('a screen that was not changed has no changes', () => {
  assert.deepEqual(changesOf(valuesOf(deals), valuesOf(deals), screens), {});
});

test('only what was changed is sent, a sort in the form of the server', () => {
  const values = { ...valuesOf(deals), name: ' Open deals ', sort: ['name'], columns: ['value', 'name'] };
  assert.deepEqual(changesOf(values, valuesOf(deals), screens), {
    name: 'Open deals',
    defaultSort: ['name'],
    columns: ['value', 'name'],
  });
});

test('several sort keys are shown and sent in their order', () => {
  const sorted = { ...deals, defaultSort: ['-value', 'name'] };
  assert.deepEqual(valuesOf(sorted).sort, ['-value', 'name']);
  const values = { ...valuesOf(sorted), sort: ['name', '-value', 'stage'] };
  assert.deepEqual(changesOf(values, valuesOf(sorted), screens), { defaultSort: ['name', '-value', 'stage'] });
  assert.deepEqual(changesOf({ ...values, sort: [] }, values, screens), { defaultSort: null });
});

test('a field that the server does not have is left out', () => {
  assert.deepEqual(changesOf({ ...emptyScreen, teamIds: ['t'] }, emptyScreen, screens), {});
});

test('an unknown layout is shown as a list', () => {
  assert.equal(valuesOf({ ...deals, layout: 'cube' }).layout, 'list');
});

test('another model keeps only fields that it has', () => {
  const next = withModel(valuesOf(deals), modelOf('name', 'status'), 'sales.leads');
  assert.deepEqual(next.columns, ['name']);
  assert.equal(next.defaultFilter, null);
  assert.deepEqual(next.sort, []);
  assert.equal(next.groupByField, null);
  assert.equal(next.modelKey, 'sales.leads');
});

test('the preview shows what is chosen', () => {
  assert.deepEqual(viewStateOf(valuesOf(deals)), {
    filter: { stage: { ne: 'lost' } },
    sort: ['-value'],
    columns: ['name', 'value'],
    groupBy: 'stage',
    dateField: undefined,
  });
});
