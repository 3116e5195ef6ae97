import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSearch, isChanged, isStep, readSearch, resetSearch } from './search.ts';

test('an address is read', () => {
  const search = { view: 'board', q: 12, filter: { stage: 'won' }, sort: '-value,name', columns: 'name, stage' };
  assert.deepEqual(readSearch(search), {
    view: 'board',
    q: '12',
    filter: { stage: 'won' },
    sort: ['-value', 'name'],
    columns: ['name', 'stage'],
  });
});

test('what makes no sense is left out', () => {
  assert.deepEqual(readSearch({ view: 'pie', filter: '{"stage":', sort: { a: 1 }, groupBy: ['x'] }), {});
  assert.deepEqual(readSearch({ filter: '[1]' }), {});
});

test('changes are written in a readable form and others are kept', () => {
  const search = changeSearch({ date: '2026-11-16' }, {}, { sort: ['-value', 'name'], filter: { stage: 'won' } });
  assert.deepEqual(search, { date: '2026-11-16', sort: '-value,name', filter: { stage: 'won' } });
});

test('empty values leave the address when there is nothing to override', () => {
  const search = { q: 'x', sort: 'name', filter: { a: 1 }, groupBy: 'stage' };
  assert.deepEqual(changeSearch(search, {}, { q: '', sort: [], filter: {}, groupBy: '' }), {});
});

test('a part of a screen that was emptied is written as empty', () => {
  const base = { filter: { stage: 'won' }, sort: ['-value'], groupBy: 'stage' };
  const search = changeSearch({}, base, { filter: {}, sort: [], groupBy: '' });
  assert.deepEqual(search, { filter: {}, sort: '', groupBy: '' });
  assert.deepEqual({ ...base, ...readSearch(search) }, { filter: {}, sort: [], groupBy: '' });
});

test('returning to the screen removes the change', () => {
  const base = { sort: ['-value'], filter: { stage: 'won' } };
  assert.deepEqual(changeSearch({ sort: 'name' }, base, { sort: ['-value'] }), {});
  assert.deepEqual(changeSearch({ filter: {} }, base, { filter: undefined }), {});
  assert.deepEqual(resetSearch({ sort: 'name', mode: 'week' }), { mode: 'week' });
  assert.equal(isChanged({ mode: 'week' }), false);
  assert.equal(isChanged({ q: '' }), true);
});

test('going back takes away a deliberate change, not each letter', () => {
  assert.equal(isStep({}, { q: 'harb' }), false);
  assert.equal(isStep({}, { columns: ['name'] }), false);
  for (const change of [
    { sort: ['name'] },
    { groupBy: 'stage' },
    { view: 'board' },
    { filter: { stage: 'won' } },
  ] as const)
    assert.equal(isStep({}, change), true, Object.keys(change).join());
  const before = { filter: { value: { gte: 5 }, stage: { in: ['won'] } } };
  assert.equal(isStep(before, { filter: { value: { gte: 50 }, stage: { in: ['won', 'lost'] } } }), false);
  assert.equal(isStep(before, { filter: { value: { gte: 5 } } }), true);
  assert.equal(isStep({}, { filter: {}, q: '' }), false);
});
