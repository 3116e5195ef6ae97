import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedDays } from '#core/query/named-periods.ts';
import {
  addDays,
  formatDate,
  formatMoment,
  fromLocal,
  isDate,
  nextMonday,
  toLocal,
} from '../../web/src/fields/date/format.ts';
import { isPeriod, momentsOf, periods, periodText } from '../../web/src/fields/date/periods.ts';
import { readWords } from '../../web/src/fields/date/words.ts';

/** Monday, 11:00 in Berlin. */
const now = new Date('2026-11-16T10:00:00Z');
const zone = 'Europe/Berlin';

test('English words name a day', () => {
  const read = (text: string) => readWords(text, { language: 'en', zone, now })?.date;
  assert.equal(read('today'), '2026-11-16');
  assert.equal(read('tomorrow'), '2026-11-17');
  assert.equal(read('friday'), '2026-11-20');
  assert.equal(read('in 3 weeks'), '2026-12-07');
  assert.equal(read('3 days ago'), '2026-11-13');
  assert.equal(read('last monday'), '2026-11-09');
  assert.equal(read('16 Nov 2027'), '2027-11-16');
  assert.equal(read('march 5'), '2027-03-05');
});

test('German words name a day', () => {
  const read = (text: string) => readWords(text, { language: 'de', zone, now })?.date;
  assert.equal(read('heute'), '2026-11-16');
  assert.equal(read('morgen'), '2026-11-17');
  assert.equal(read('übermorgen'), '2026-11-18');
  assert.equal(read('freitag'), '2026-11-20');
  assert.equal(read('in 3 Wochen'), '2026-12-07');
  assert.equal(read('vor 3 Tagen'), '2026-11-13');
  assert.equal(read('letzten Montag'), '2026-11-09');
  assert.equal(read('16.11.2027'), '2027-11-16');
  assert.equal(read('24.12.'), '2026-12-24');
});

test('words with a time name a moment; without one they name none', () => {
  assert.deepEqual(readWords('tomorrow at 9', { language: 'en', zone, now }), { date: '2026-11-17', time: '09:00' });
  assert.deepEqual(readWords('morgen um 14:30', { language: 'de', zone, now }), { date: '2026-11-17', time: '14:30' });
  assert.deepEqual(readWords('2026-12-01 07:05', { language: 'en', zone, now }), { date: '2026-12-01', time: '07:05' });
  assert.deepEqual(readWords('in 2 hours', { language: 'en', zone, now }), { date: '2026-11-16', time: '13:00' });
  assert.equal(readWords('tomorrow', { language: 'en', zone, now })?.time, undefined);
});

test('what is not understood as a whole is not read', () => {
  for (const text of ['', 'foo', 'foo tomorrow', 'tomorrow or so', '2026-02-30'])
    assert.equal(readWords(text, { language: 'en', zone, now }), undefined, text);
});

test('the day is that of the time zone of the person', () => {
  const late = new Date('2026-11-16T23:30:00Z');
  assert.equal(readWords('today', { language: 'en', zone: 'UTC', now: late })?.date, '2026-11-16');
  assert.equal(readWords('today', { language: 'en', zone: 'Asia/Tokyo', now: late })?.date, '2026-11-17');
});

test('a birthday without a year is the nearest, other days are the next', () => {
  const read = (forward: boolean) => readWords('october 5', { language: 'en', zone, now, forward })?.date;
  assert.equal(read(true), '2027-10-05');
  assert.equal(read(false), '2026-10-05');
});

test('dates and moments in the writing of the language', () => {
  assert.equal(formatDate('2026-11-16', 'de'), '16.11.2026');
  assert.equal(formatDate('2026-11-16', 'en'), 'Nov 16, 2026');
  assert.equal(formatMoment('2026-11-16T23:30:00.000Z', 'de', 'Europe/Berlin'), '17.11.2026, 00:30');
  assert.equal(formatDate('not a date', 'en'), 'not a date');
  assert.equal(isDate('2026-02-30'), false);
});

test('local times survive the change of the clocks', () => {
  assert.equal(fromLocal('2026-07-01', '09:00', zone), '2026-07-01T07:00:00.000Z');
  assert.equal(fromLocal('2026-12-01', '09:00', zone), '2026-12-01T08:00:00.000Z');
  assert.deepEqual(toLocal('2026-10-25T00:30:00.000Z', zone), { date: '2026-10-25', time: '02:30' });
});

test('the next day and the next week follow a day', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  assert.equal(nextMonday('2026-11-16'), '2026-11-23');
  assert.equal(nextMonday('2026-11-22'), '2026-11-23');
});

test('the server knows every period that is offered, and each has a text', () => {
  for (const period of periods) {
    assert.ok(namedDays(period, '2026-11-16'), period);
    assert.deepEqual(periodText(period), { key: `period.${period}` });
  }
  assert.deepEqual(periodText('last14Days'), { key: 'period.lastDays', values: { count: 14 } });
  assert.equal(isPeriod('last14Days'), true);
  for (const other of ['someday', '2026-11-16', 7, null]) assert.equal(isPeriod(other), false);
});

test("days of one's own last from midnight to midnight", () => {
  assert.deepEqual(momentsOf(['2026-11-16', '2026-11-16'], zone), [
    '2026-11-15T23:00:00.000Z',
    '2026-11-16T22:59:59.999Z',
  ]);
});
