import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '~/metadata/model.ts';
import { groupFilter, periodName, readGrouping, sortGroups } from './groups.ts';

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

const stage = field('stage', 'choice', {
  options: [
    { value: 'new', label: 'New' },
    { value: 'won', label: 'Won' },
  ],
});
const closeDate = field('closeDate', 'date');
const createdAt = field('createdAt', 'datetime');

test('dates are grouped by month unless another period is named', () => {
  assert.equal(readGrouping([closeDate], 'closeDate')?.period, 'month');
  assert.equal(readGrouping([closeDate], 'closeDate:year')?.period, 'year');
  assert.equal(readGrouping([stage], 'stage')?.period, undefined);
  assert.equal(readGrouping([stage], 'gone'), undefined);
  assert.equal(readGrouping([field('tags', 'list', { sortable: false })], 'tags'), undefined);
});

test('the records of a group are those with its value', () => {
  assert.deepEqual(groupFilter({ field: stage, period: undefined }, 'won', 'UTC'), { stage: 'won' });
  assert.deepEqual(groupFilter({ field: stage, period: undefined }, null, 'UTC'), { stage: { null: true } });
});

test('a period ends where the next begins, in the time zone of the person', () => {
  assert.deepEqual(groupFilter({ field: closeDate, period: 'quarter' }, '2026-10-01', 'UTC'), {
    closeDate: { gte: '2026-10-01', lt: '2027-01-01' },
  });
  assert.deepEqual(groupFilter({ field: createdAt, period: 'month' }, '2026-03-01', 'Europe/Berlin'), {
    createdAt: { gte: '2026-02-28T23:00:00.000Z', lt: '2026-03-31T22:00:00.000Z' },
  });
});

test('groups follow the options; unknown values come after them and empty ones last', () => {
  const groups = [{ stage: null }, { stage: 'zeta' }, { stage: 'won' }, { stage: 'alpha' }, { stage: 'new' }];
  const sorted = sortGroups(groups, { field: stage, period: undefined }, String).map((group) => group.stage);
  assert.deepEqual(sorted, ['new', 'won', 'alpha', 'zeta', null]);
});

test('periods have names', () => {
  assert.equal(periodName('2027-03-01', 'month', 'en'), 'March 2027');
  assert.equal(periodName('2027-03-01', 'month', 'de'), 'März 2027');
  assert.equal(periodName('2026-10-01', 'quarter', 'en'), 'Q4 2026');
  assert.equal(periodName('2026-01-01', 'year', 'en'), '2026');
});
