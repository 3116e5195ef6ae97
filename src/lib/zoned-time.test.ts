import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isTimeZone, localTime, momentOf, parseClock } from './zoned-time.ts';

const at = (day: string, time: string, zone: string): string =>
  momentOf(day, parseClock(time) ?? -1, zone).toISOString();
const shown = (iso: string, zone: string): string => {
  const { day, minutes, weekday } = localTime(new Date(iso), zone);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)} ${weekday}`;
};

/** Zones with whole hours, half hours and quarters, on both halves of the Earth, and with a clock that changes in Ramadan. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/St_Johns',
  'Pacific/Kiritimati',
];

describe('the moment of a time that a clock skips', () => {
  it('is as much later as the clock is put forward', () => {
    // 02:00 becomes 03:00.
    assert.equal(at('2026-03-29', '02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z');
    assert.equal(shown('2026-03-29T01:30:00Z', 'Europe/Berlin'), '2026-03-29 03:30 7');
    assert.equal(at('2026-03-08', '02:30', 'America/New_York'), '2026-03-08T07:30:00.000Z');
    assert.equal(shown('2026-03-08T07:30:00Z', 'America/New_York'), '2026-03-08 03:30 7');
  });

  it('is half an hour later on Lord Howe Island, and an hour later after Ramadan in Casablanca', () => {
    assert.equal(at('2026-10-04', '02:15', 'Australia/Lord_Howe'), '2026-10-03T15:45:00.000Z');
    assert.equal(shown('2026-10-03T15:45:00Z', 'Australia/Lord_Howe'), '2026-10-04 02:45 7');
    assert.equal(at('2026-03-22', '02:30', 'Africa/Casablanca'), '2026-03-22T02:30:00.000Z');
    assert.equal(shown('2026-03-22T02:30:00Z', 'Africa/Casablanca'), '2026-03-22 03:30 7');
  });

  it('is the same time of the next day when a whole day is skipped', () => {
    // Samoa went from 29 December 2011 to 31 December.
    assert.equal(shown(at('2011-12-30', '09:00', 'Pacific/Apia'), 'Pacific/Apia'), '2011-12-31 09:00 6');
  });
});

describe('the moment of a time that a clock shows twice', () => {
  it('is the first one', () => {
    assert.equal(at('2026-10-25', '02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z');
    assert.equal(at('2026-11-01', '01:30', 'America/New_York'), '2026-11-01T05:30:00.000Z');
    assert.equal(at('2026-04-05', '01:45', 'Australia/Lord_Howe'), '2026-04-04T14:45:00.000Z');
    assert.equal(at('2026-02-15', '02:30', 'Africa/Casablanca'), '2026-02-15T01:30:00.000Z');
  });
});

describe('a time of a day', () => {
  it('is found in zones with half hours and quarters, and over the end of months and years', () => {
    assert.equal(at('2026-01-01', '00:00', 'Asia/Kathmandu'), '2025-12-31T18:15:00.000Z');
    assert.equal(shown('2026-02-28T18:15:00Z', 'Asia/Kathmandu'), '2026-03-01 00:00 7');
    assert.equal(shown('2028-02-28T18:15:00Z', 'Asia/Kathmandu'), '2028-02-29 00:00 2');
    assert.equal(at('2026-12-31', '24:00', 'Europe/Berlin'), '2026-12-31T23:00:00.000Z');
  });

  it('reads clocks, and nothing else', () => {
    assert.deepEqual(['9:05', '09:05', '00:00', '24:00', '23:59'].map(parseClock), [545, 545, 0, 1440, 1439]);
    for (const text of ['', '24:01', '25:00', '9', '9:5', '09:60', '-1:00', '09:05:00', 905, null])
      assert.equal(parseClock(text), undefined, String(text));
  });

  it('knows the names of time zones', () => {
    for (const zone of zones) assert.ok(isTimeZone(zone), zone);
    for (const text of ['', 'Mars/Olympus', 'Europe/Berlin\0', 'x'.repeat(65), 7, null]) assert.ok(!isTimeZone(text));
  });
});

describe('the times of all zones', () => {
  const minute = fc
    .integer({ min: Date.UTC(1995, 0) / 60_000, max: Date.UTC(2037, 0) / 60_000 })
    .map((minutes) => new Date(minutes * 60_000));
  const zone = fc.constantFrom(...zones);

  it('lead from each minute to a clock, and back to the first minute at which the clock shows that', () => {
    fc.assert(
      fc.property(minute, zone, (time, inZone) => {
        const { day, minutes } = localTime(time, inZone);
        const moment = momentOf(day, minutes, inZone);
        const again = localTime(moment, inZone);
        assert.deepEqual([again.day, again.minutes], [day, minutes]);
        // Clocks are put back by an hour at most, in these years and zones.
        assert.ok(moment.getTime() <= time.getTime() && time.getTime() - moment.getTime() <= 3_600_000);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  it('rise with the time of the day, and are less than a day apart from it', () => {
    const minutes = fc.integer({ min: 0, max: 1440 });
    fc.assert(
      fc.property(minute, minutes, minutes, zone, (time, one, other, inZone) => {
        const { day } = localTime(time, inZone);
        const [first, last] = [Math.min(one, other), Math.max(one, other)].map((n) =>
          momentOf(day, n, inZone).getTime(),
        );
        // A time that is skipped lies after the change, so it may be later than the next time that the clock shows.
        assert.ok((first ?? 0) <= (last ?? 0) + 3_600_000);
      }),
      { seed: 8, numRuns: 2000 },
    );
  });
});
