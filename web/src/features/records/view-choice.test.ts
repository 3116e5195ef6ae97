import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultChoice, readChoice, stateOfAll } from './view-choice.ts';

const view = (_id: string, defaultOn: readonly string[] | null = null, updatedAt = '2026-01-01') => ({
  _id,
  defaultOn,
  updatedAt,
});
const views = [view('a'), view('b', ['deals']), view('c', ['deals', 'other'], '2026-02-01')];

describe('the view that a list begins with', () => {
  it('is the own default, then that of the team which was changed last, then the list itself', () => {
    assert.deepEqual(defaultChoice('a', views, 'deals'), { id: 'a' });
    assert.deepEqual(defaultChoice('all', views, 'deals'), 'all');
    assert.deepEqual(defaultChoice('standard', views, 'deals'), 'standard');
    assert.deepEqual(defaultChoice(undefined, views, 'deals'), { id: 'c' });
    assert.deepEqual(defaultChoice(undefined, views, 'leads'), 'standard');
  });

  it('does not depend on a view that is gone', () => {
    assert.deepEqual(defaultChoice('gone', views, 'deals'), { id: 'c' });
    assert.deepEqual(defaultChoice('gone', [], 'deals'), 'standard');
    assert.equal(readChoice('gone', views), undefined);
  });
});

describe('all records', () => {
  it('are looked at as the list is defined, without its conditions', () => {
    const state = { view: 'board' as const, filter: { stage: 'won' }, q: 'x', groupBy: 'stage', sort: ['-value'] };
    assert.deepEqual(stateOfAll(state), { view: 'board', groupBy: 'stage', sort: ['-value'] });
  });
});
