import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '~/api/records.ts';
import {
  type CalendarEvent,
  eventsByDay,
  fitting,
  partsOf,
  placeOf,
  placeOnHours,
  shiftedEnd,
  snap,
  valueAt,
} from './events.ts';

const event = (title: string, minutes: number | undefined, day = '2026-11-16'): CalendarEvent => ({
  record: { _id: title } as RecordData,
  title,
  day,
  minutes,
  start: day,
  before: false,
  after: false,
  done: false,
  failed: false,
});

test('a date stays on its day in every zone, a time gets to the day of the zone', () => {
  assert.deepEqual(placeOf('2026-11-16', 'date', 'America/Los_Angeles'), { day: '2026-11-16', minutes: undefined });
  assert.deepEqual(placeOf('2026-11-16T01:00:00.000Z', 'datetime', 'America/Los_Angeles'), {
    day: '2026-11-15',
    minutes: 1020,
  });
  assert.equal(placeOf(null, 'date', 'UTC'), undefined);
  assert.equal(placeOf('soon', 'datetime', 'UTC'), undefined);
});

test('a place becomes a value of the type of the field', () => {
  assert.equal(valueAt({ day: '2026-11-16', minutes: 540 }, 'date', 'Europe/Berlin'), '2026-11-16');
  assert.equal(valueAt({ day: '2026-11-16', minutes: 540 }, 'datetime', 'Europe/Berlin'), '2026-11-16T08:00:00.000Z');
});

test('events of a day come by time, those without a time first', () => {
  const days = eventsByDay([event('b', 600), event('a', 600), event('c', undefined), event('d', 60, '2026-11-17')]);
  assert.deepEqual(
    days.get('2026-11-16')?.map(({ title }) => title),
    ['c', 'a', 'b'],
  );
  assert.equal(days.get('2026-11-17')?.length, 1);
});

test('events that overlap are beside each other, others have the whole width', () => {
  const placed = placeOnHours([event('a', 540), event('b', 550), event('c', 590), event('d', 700)]);
  const lanes = Object.fromEntries(placed.map(({ event: { title }, lane, lanes: of }) => [title, [lane, of]]));
  assert.deepEqual(lanes, { a: [0, 2], b: [1, 2], c: [0, 2], d: [0, 1] });
});

test('an event at the end of a day stays inside it', () => {
  assert.equal(placeOnHours([event('a', 1439)])[0]?.start, 1395);
});

test('times snap to quarters of an hour inside the day', () => {
  assert.equal(snap(547), 540);
  assert.equal(snap(-20), 0);
  assert.equal(snap(5000), 1425);
});

test('the last line of a full cell counts the rest', () => {
  assert.deepEqual(fitting(3, 3), { shown: 3, more: 0 });
  assert.deepEqual(fitting(5, 3), { shown: 2, more: 3 });
  assert.deepEqual(fitting(2, 0), { shown: 0, more: 2 });
});

const shown = { from: '2026-11-09', to: '2026-11-15' };
const place = (day: string, minutes?: number) => ({ day, minutes }) as NonNullable<ReturnType<typeof placeOf>>;

test('a record of several days is on each that is shown', () => {
  const parts = partsOf(place('2026-11-07'), place('2026-11-10'), shown);
  assert.deepEqual(
    parts.map(({ day, before, after }) => [day, before, after]),
    [
      ['2026-11-09', true, true],
      ['2026-11-10', true, false],
    ],
  );
  assert.equal(partsOf(place('2026-11-10'), place('2026-11-01'), shown).length, 1);
  assert.equal(partsOf(place('2026-11-01'), undefined, shown).length, 0);
});

test('on the hours a record lasts until its end, and not into the day after midnight', () => {
  const lengths = (from: [string, number], to: [string, number]) =>
    partsOf(place(...from), place(...to), shown).map(({ day, minutes, length }) => [day, minutes, length]);
  assert.deepEqual(lengths(['2026-11-10', 600], ['2026-11-10', 690]), [['2026-11-10', 600, 90]]);
  assert.deepEqual(lengths(['2026-11-10', 1380], ['2026-11-11', 0]), [['2026-11-10', 1380, 60]]);
  assert.deepEqual(lengths(['2026-11-10', 1380], ['2026-11-11', 120]), [
    ['2026-11-10', 1380, 60],
    ['2026-11-11', 0, 120],
  ]);
});

test('a record that moves lasts as long as before', () => {
  assert.equal(shiftedEnd('2026-03-07', '2026-03-05', '2026-03-30', 'date'), '2026-04-01');
  const [end, from, to] = ['2026-03-05T11:00:00Z', '2026-03-05T10:00:00Z', '2026-03-06T08:00:00.000Z'] as const;
  assert.equal(shiftedEnd(end, from, to, 'datetime'), '2026-03-06T09:00:00.000Z');
  assert.equal(shiftedEnd(null, from, to, 'datetime'), undefined);
});
