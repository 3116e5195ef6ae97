import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dealsFilter, type ForecastRow, inOrder, sumOfTargets, totalOfTeams } from './forecast.ts';

const row = (values: Partial<ForecastRow>): ForecastRow => ({
  target: null,
  closed: 0,
  commit: 0,
  bestCase: 0,
  pipeline: 0,
  weighted: 0,
  attainment: null,
  deals: 0,
  ...values,
});

test('the list behind a figure has the deals of its days, category, owner and pipeline', () => {
  const scope = { from: '2026-10-01', to: '2026-12-31', pipelineId: 'p1' };
  assert.deepEqual(dealsFilter('commit', scope, { ownerId: 'u1' }), {
    closeDate: { between: ['2026-10-01', '2026-12-31'] },
    forecastCategory: 'commit',
    pipelineId: 'p1',
    ownerId: 'u1',
  });
  const { forecastCategory } = dealsFilter('deals', { from: '', to: '' }, {});
  assert.deepEqual(forecastCategory, { ne: 'omitted' });
});

test('the total of teams counts each deal once, beside the targets of the teams', () => {
  const teams = [row({ teamId: 'a', target: 100, closed: 50 }), row({ teamId: 'b', target: 300, closed: 50 })];
  const total = totalOfTeams(row({ closed: 50, target: 20 }), teams);
  assert.deepEqual([total.closed, total.target, total.attainment], [50, 400, 0.125]);
  assert.equal(totalOfTeams(row({ target: 20 }), [row({})]).target, null);
  assert.equal(sumOfTargets([]), null);
});

test('rows are in the order of what they bring, those without an owner last', () => {
  const rows = [
    row({ ownerId: null, weighted: 9 }),
    row({ ownerId: 'a', weighted: 1 }),
    row({ ownerId: 'b', weighted: 5 }),
  ];
  assert.deepEqual(
    inOrder(rows, 'ownerId').map(({ ownerId }) => ownerId),
    ['b', 'a', null],
  );
});
