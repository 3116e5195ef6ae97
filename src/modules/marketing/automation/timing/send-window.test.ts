import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addDays } from '#lib/days.ts';
import { localTime } from '#lib/zoned-time.ts';
import { isComplete } from '#test/long.ts';
import { openTime } from '../running/send-times.ts';
import { nextInWindow, readSendWindow, type SendWindow } from './send-window.ts';

const windowOf = (value: Parameters<typeof readSendWindow>[0]): SendWindow =>
  readSendWindow(value) ?? assert.fail('there is no window');

const none: ReadonlySet<string> = new Set();

const next = (at: string, window: SendWindow, zone: string, holidays: readonly string[] = []): string | undefined =>
  nextInWindow(new Date(at), window, zone, new Set(holidays))?.toISOString();

/** Whether a clock in the zone shows a time in the window. */
function isInside(at: Date, { weekdays, from, to }: SendWindow, zone: string, holidays: ReadonlySet<string>): boolean {
  const { day, minutes, weekday } = localTime(at, zone);
  if (holidays.has(day)) return false;
  const began = (on: number) => !weekdays || weekdays.has(on);
  if (from < to) return began(weekday) && from <= minutes && minutes < to;
  // The part after midnight belongs to the day on which the window began.
  return (began(weekday) && from <= minutes) || (began(weekday === 1 ? 7 : weekday - 1) && minutes < to);
}

describe('a window for sending', () => {
  const office = windowOf({ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' });
  const night = windowOf({ weekdays: [5], from: '22:00', to: '02:00' });

  it('opens at its time, and lets through what is in it', () => {
    assert.equal(next('2026-06-10T05:00:00Z', office, 'Europe/Berlin'), '2026-06-10T07:00:00.000Z');
    assert.equal(next('2026-06-10T08:30:12.345Z', office, 'Europe/Berlin'), '2026-06-10T08:30:12.345Z');
    assert.equal(next('2026-06-12T15:00:00Z', office, 'Europe/Berlin'), '2026-06-15T07:00:00.000Z');
  });

  it('goes on after midnight, on the day on which it began', () => {
    assert.equal(next('2026-06-12T21:00:00Z', night, 'Europe/Berlin'), '2026-06-12T21:00:00.000Z');
    assert.equal(next('2026-06-12T23:59:00Z', night, 'Europe/Berlin'), '2026-06-12T23:59:00.000Z');
    assert.equal(next('2026-06-13T00:00:00Z', night, 'Europe/Berlin'), '2026-06-19T20:00:00.000Z');
  });

  it('is closed on holidays, also for the part of a night that lies on one', () => {
    assert.equal(next('2026-12-24T17:00:00Z', office, 'Europe/Berlin', ['2026-12-25']), '2026-12-28T08:00:00.000Z');
    assert.equal(next('2026-12-25T22:30:00Z', night, 'UTC', ['2026-12-26']), '2026-12-25T22:30:00.000Z');
    assert.equal(next('2026-12-26T00:30:00Z', night, 'UTC', ['2026-12-26']), '2027-01-01T22:00:00.000Z');
    assert.equal(next('2026-12-25T22:30:00Z', night, 'UTC', ['2026-12-25']), '2026-12-26T00:00:00.000Z');
  });

  it('opens after as many holidays as there may be', () => {
    const mondays = Array.from({ length: 400 }, (_, n) => addDays('2026-11-23', n * 7));
    const window = windowOf({ weekdays: [1], from: '09:00', to: '10:00' });
    assert.equal(next('2026-11-20T00:00:00Z', window, 'UTC', mondays), `${addDays('2026-11-23', 2800)}T09:00:00.000Z`);
  });

  it('that lies in a time that the clock skips opens on the next day', () => {
    const skipped = windowOf({ from: '02:10', to: '02:50' });
    assert.equal(next('2026-03-29T00:00:00Z', skipped, 'Europe/Berlin'), '2026-03-30T00:10:00.000Z');
    const partly = windowOf({ from: '02:15', to: '03:15' });
    assert.equal(next('2026-03-29T00:00:00Z', partly, 'Europe/Berlin'), '2026-03-29T01:00:00.000Z');
  });

  it('is refused when it has no length, or no such day, time or zone', () => {
    for (const [value, part] of [
      [{ from: '09:00', to: '09:00' }, 'to'],
      [{ from: '9 am' }, 'from'],
      [{ weekdays: [] }, 'weekdays'],
      [{ weekdays: [0] }, 'weekdays'],
      [{ tz: 'Mars/Olympus' }, 'tz'],
      [{ form: '09:00' }, 'form'],
    ] as const)
      assert.throws(() => readSendWindow(value as never), { part });
  });
});

describe('the windows of a workflow and of a company', () => {
  const holidays = none;
  const open = (windows: readonly SendWindow[], at = '2026-06-10T00:00:00Z', zone = 'Europe/Berlin') =>
    openTime(windows, { holidays }, zone, new Date(at))?.toISOString();

  it('open when both do', () => {
    const one = windowOf({ weekdays: [1, 2, 3], from: '09:00', to: '12:00' });
    const other = windowOf({ weekdays: [3, 4, 5], from: '11:00', to: '17:00', tz: 'America/New_York' });
    const early = windowOf({ weekdays: [3, 4, 5], from: '05:00', to: '17:00', tz: 'America/New_York' });
    assert.equal(open([one, early]), '2026-06-10T09:00:00.000Z');
    assert.equal(open([one, other]), undefined);
    assert.equal(open([]), '2026-06-10T00:00:00.000Z');
  });

  it('that meet only while one zone has changed its clocks open then', () => {
    const berlin = windowOf({ from: '14:00', to: '14:30', tz: 'Europe/Berlin' });
    const newYork = windowOf({ from: '09:00', to: '09:30', tz: 'America/New_York' });
    assert.equal(open([berlin, newYork]), '2026-10-25T13:00:00.000Z');
  });

  it('that never meet are found not to soon', () => {
    const mornings = windowOf({ from: '08:00', to: '09:00' });
    const evenings = windowOf({ from: '18:00', to: '18:30' });
    const before = process.cpuUsage();
    assert.equal(open([mornings, evenings]), undefined);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 200_000, `it took ${(user + system) / 1000} ms`);
  });
});

describe('the next time in any window', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu'];
  const minuteMs = 60_000;
  /** Days around which clocks change, the end of February, and any days. */
  const changes = [
    '2026-03-29',
    '2026-10-25',
    '2026-03-08',
    '2026-11-01',
    '2026-10-04',
    '2026-04-05',
    '2026-02-15',
    '2026-03-22',
    '2028-02-28',
    '2026-12-31',
  ];
  const start = fc
    .tuple(
      fc.oneof(
        fc.constantFrom(...changes),
        fc.integer({ min: 0, max: 1500 }).map((n) => addDays('2026-01-01', n)),
      ),
      fc.integer({ min: -1440, max: 1440 }),
      fc.nat({ max: 59_999 }),
    )
    .map(([day, minutes, ms]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs + ms));
  const minutes = fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.constantFrom(0, 60, 90, 120, 135, 150, 180, 1380));
  const window = fc
    .tuple(minutes, minutes, fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), { nil: undefined }))
    .filter(([from, to]) => from !== to)
    .map(([from, to, days]): SendWindow => ({ from, to, weekdays: days && new Set(days), zone: 'contact' }));
  const holidays = fc.array(fc.integer({ min: -1, max: 6 }), { maxLength: 4 });

  it('is not before now, is in the window, and no minute before it is', () => {
    const property = fc.property(start, window, fc.constantFrom(...zones), holidays, (at, one, zone, off) => {
      const { day } = localTime(at, zone);
      const days = new Set(off.map((n) => addDays(day, n)));
      const found = nextInWindow(at, one, zone, days);
      assert.ok(found, 'a window that opens every week is found');
      assert.ok(found >= at);
      assert.ok(isInside(found, one, zone, days), `${found.toISOString()} is not in the window`);
      // The part of the minute of `at` that is left, then whole minutes.
      for (let time = at.getTime(); time < found.getTime(); time = (Math.floor(time / minuteMs) + 1) * minuteMs)
        assert.ok(!isInside(new Date(time), one, zone, days), `${new Date(time).toISOString()} is in the window`);
    });
    fc.assert(property, { seed: 11, numRuns: isComplete ? 100 : 40 });
  });
});
