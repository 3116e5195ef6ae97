import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addDays,
  addMonths,
  firstWeekday,
  instantOf,
  isDay,
  momentOf,
  shownDays,
  startOfWeek,
  step,
  weekdayOf,
  weeksOfMonth,
} from './days.ts';

test('days are counted over months, years and leap days', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29');
  assert.equal(addDays('2025-12-31', 1), '2026-01-01');
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2026-01-15', -1), '2025-12-15');
  assert.equal(weekdayOf('2026-11-16'), 1);
  assert.equal(weekdayOf('2026-11-22'), 7);
});

test('text that is no day is not taken for one', () => {
  assert.equal(isDay('2026-02-29'), false);
  assert.equal(isDay('2026-13-01'), false);
  assert.equal(isDay('today'), false);
  assert.equal(isDay(undefined), false);
  assert.equal(isDay('2026-11-16'), true);
});

test('a month is shown in whole weeks that begin with the first weekday', () => {
  const fromMonday = weeksOfMonth('2026-11-16', 1);
  assert.equal(fromMonday[0]?.[0], '2026-10-26');
  assert.equal(fromMonday.at(-1)?.[6], '2026-12-06');
  assert.equal(weeksOfMonth('2026-11-16', 7)[0]?.[0], '2026-11-01');
  assert.equal(weeksOfMonth('2027-02-10', 1).length, 4);
  assert.equal(startOfWeek('2026-11-22', 7), '2026-11-22');
});

test('each mode has its period and its step', () => {
  assert.deepEqual(shownDays('week', '2026-11-18', 1), { from: '2026-11-16', to: '2026-11-22' });
  assert.deepEqual(shownDays('day', '2026-11-18', 1), { from: '2026-11-18', to: '2026-11-18' });
  assert.deepEqual(shownDays('agenda', '2026-11-18', 1), { from: '2026-11-18', to: '2026-12-17' });
  assert.equal(step('month', '2026-01-31', 1), '2026-02-01');
  assert.equal(step('week', '2026-11-18', -1), '2026-11-11');
  assert.equal(step('agenda', '2026-11-18', 1), '2026-12-18');
});

test('an instant belongs to the day of the zone', () => {
  assert.deepEqual(momentOf('2026-11-16T23:30:00.000Z', 'Europe/Berlin'), { day: '2026-11-17', minutes: 30 });
  assert.deepEqual(momentOf('2026-11-16T02:00:00.000Z', 'America/New_York'), { day: '2026-11-15', minutes: 1260 });
  assert.deepEqual(momentOf('2026-11-16T00:00:00.000Z', 'Asia/Kolkata'), { day: '2026-11-16', minutes: 330 });
});

test('a day and time of a zone become the same instant again', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'])
    for (const day of ['2026-03-29', '2026-07-01', '2026-10-25', '2026-11-01'])
      for (const minutes of [0, 45, 600, 1439])
        assert.deepEqual(
          momentOf(instantOf({ day, minutes }, zone), zone),
          { day, minutes },
          `${zone} ${day} ${minutes}`,
        );
});

test('a time that does not exist when clocks go forward is an hour later', () => {
  const instant = instantOf({ day: '2026-03-29', minutes: 150 }, 'Europe/Berlin');
  assert.deepEqual(momentOf(instant, 'Europe/Berlin'), { day: '2026-03-29', minutes: 210 });
});

test('the week begins as people are used to', () => {
  assert.equal(firstWeekday('de', ['de-DE']), 1);
  assert.equal(firstWeekday('en', ['en-US']), 7);
  assert.equal(firstWeekday('en', ['de-DE', 'en-GB']), 1);
});
