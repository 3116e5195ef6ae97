import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSort } from '../../views/sort/read-sort.ts';
import { offers, type Screen, screenOfState, stateOfScreen } from './screen.ts';

const screen: Screen = {
  _id: '1',
  version: 1,
  createdAt: '',
  updatedAt: '',
  createdBy: null,
  updatedBy: null,
  name: 'Deals',
  description: null,
  modelKey: 'sales.opportunities',
  layout: 'kanban',
  columns: ['name', 'value'],
  defaultFilter: { stage: { ne: 'lost' } },
  defaultSort: ['-value', 'name'],
  actions: ['create'],
  groupByField: 'stage',
  dateField: null,
  dashboardId: null,
  settings: null,
};

test('a screen gives the state of its list, and back', () => {
  const state = stateOfScreen(screen);
  assert.deepEqual(state, {
    view: 'board',
    filter: { stage: { ne: 'lost' } },
    sort: ['-value', 'name'],
    columns: ['name', 'value'],
    groupBy: 'stage',
  });
  const { layout, columns, defaultFilter, defaultSort, groupByField, dateField } = screen;
  assert.deepEqual(screenOfState(state), { layout, columns, defaultFilter, defaultSort, groupByField, dateField });
});

test('emptied parts are stored as none', () => {
  assert.deepEqual(screenOfState({ view: 'table', filter: {}, sort: [], groupBy: '' }), {
    layout: 'list',
    columns: [],
    defaultFilter: null,
    defaultSort: null,
    groupByField: null,
    dateField: null,
  });
});

test('sorts in other forms are read', () => {
  assert.deepEqual(readSort({ name: 'asc', value: 'DESC' }), ['name', '-value']);
  assert.deepEqual(readSort({ value: -1 }), ['-value']);
  assert.deepEqual(readSort(['-value', 3]), ['-value']);
  assert.deepEqual(readSort(null), []);
});

test('a screen without actions offers all', () => {
  assert.equal(offers(screen, 'export'), false);
  assert.equal(offers(screen, 'create'), true);
  assert.equal(offers({ ...screen, actions: [] }, 'export'), true);
});

test('actions of a screen are keys or objects', () => {
  for (const create of ['create', { type: 'create' }, { key: 'create', label: 'New' }, { action: 'create' }]) {
    const one = { ...screen, actions: [create] };
    assert.equal(offers(one, 'create'), true, JSON.stringify(create));
    assert.equal(offers(one, 'export'), false, JSON.stringify(create));
  }
  assert.equal(offers({ ...screen, actions: [{ label: 'Nothing that is known' }, null] }, 'create'), true);
});
