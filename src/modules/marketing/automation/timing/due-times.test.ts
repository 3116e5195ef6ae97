import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addDays } from '#lib/days.ts';
import { localTime, momentOf } from '#lib/zoned-time.ts';
import { dateOf, nextClock } from './due-times.ts';
import { nextRun } from './schedule.ts';

const clock = (after: string, time: number, weekdays: number[] | undefined, zone: string): string =>
  nextClock(new Date(after), time, weekdays && new Set(weekdays), zone).toISOString();

describe('a wait for a time of the day', () => {
  it('ends on that day, or on the next one that counts', () => {
    assert.equal(clock('2026-06-10T05:00:00Z', 9 * 60, undefined, 'Europe/Berlin'), '2026-06-10T07:00:00.000Z');
    assert.equal(clock('2026-06-10T07:00:00.001Z', 9 * 60, undefined, 'Europe/Berlin'), '2026-06-11T07:00:00.000Z');
    assert.equal(clock('2026-06-10T07:00:00Z', 9 * 60, [3], 'Europe/Berlin'), '2026-06-10T07:00:00.000Z');
    assert.equal(clock('2026-06-10T07:00:01Z', 9 * 60, [3], 'Europe/Berlin'), '2026-06-17T07:00:00.000Z');
    assert.equal(clock('2026-12-31T23:30:00Z', 0, [5, 6], 'UTC'), '2027-01-01T00:00:00.000Z');
  });

  it('keeps to the clock when it is changed meanwhile', () => {
    assert.equal(clock('2026-03-28T09:00:00Z', 9 * 60, undefined, 'Europe/Berlin'), '2026-03-29T07:00:00.000Z');
    assert.equal(clock('2026-10-24T09:00:00Z', 9 * 60, undefined, 'Europe/Berlin'), '2026-10-25T08:00:00.000Z');
    assert.equal(clock('2026-03-28T09:00:00Z', 150, undefined, 'Europe/Berlin'), '2026-03-29T01:30:00.000Z');
    assert.equal(clock('2026-10-03T00:00:00Z', 135, undefined, 'Australia/Lord_Howe'), '2026-10-03T15:45:00.000Z');
  });

  it('is never in the past, at that time on such a day, and no day between is one', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu'];
    const days = fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), { nil: undefined });
    const moment = fc
      .integer({ min: Date.UTC(2024, 0) / 1000, max: Date.UTC(2030, 0) / 1000 })
      .map((seconds) => new Date(seconds * 1000));
    fc.assert(
      fc.property(moment, fc.nat({ max: 1439 }), days, fc.constantFrom(...zones), (after, minutes, weekdays, zone) => {
        const found = nextClock(after, minutes, weekdays && new Set(weekdays), zone);
        assert.ok(found >= after);
        const { day } = localTime(after, zone);
        const all = Array.from({ length: 9 }, (_, n) => addDays(day, n))
          .filter((on) => !weekdays || weekdays.includes(new Date(`${on}T00:00:00Z`).getUTCDay() || 7))
          .map((on) => momentOf(on, minutes, zone))
          .filter((at) => at >= after);
        assert.equal(found.toISOString(), all[0]?.toISOString());
      }),
      { seed: 5, numRuns: 2000 },
    );
  });
});

describe('the date of a record', () => {
  it('begins at midnight in the zone, and a time is that time', () => {
    assert.equal(dateOf('2028-02-29', 'Europe/Berlin')?.toISOString(), '2028-02-28T23:00:00.000Z');
    assert.equal(dateOf('2026-03-29', 'Asia/Kathmandu')?.toISOString(), '2026-03-28T18:15:00.000Z');
    assert.equal(dateOf('2026-06-10T12:00:00+02:00', 'America/New_York')?.toISOString(), '2026-06-10T10:00:00.000Z');
    for (const value of [null, undefined, '', 'tomorrow', 20260610]) assert.equal(dateOf(value, 'UTC'), undefined);
  });
});

describe('a schedule', () => {
  const runs = (cron: string, zone: string, after: string, count: number): (string | undefined)[] => {
    let at: Date | undefined = new Date(after);
    return Array.from({ length: count }, () => {
      at = at && nextRun(cron, zone, at);
      return at?.toISOString();
    });
  };

  it('runs once on the days on which clocks are changed', () => {
    assert.deepEqual(runs('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2), [
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    assert.deepEqual(runs('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2), [
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
    assert.deepEqual(runs('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', 2), [
      '2026-10-03T15:30:00.000Z',
      '2026-10-04T15:15:00.000Z',
    ]);
  });

  it('leaves out months and years without the day', () => {
    assert.deepEqual(runs('0 9 31 * *', 'UTC', '2026-01-31T09:00:00Z', 2), [
      '2026-03-31T09:00:00.000Z',
      '2026-05-31T09:00:00.000Z',
    ]);
    assert.deepEqual(runs('0 0 29 2 *', 'UTC', '2096-03-01T00:00:00Z', 1), ['2104-02-29T00:00:00.000Z']);
  });

  it('that never comes is found not to, instead of being looked for without end', () => {
    const before = process.cpuUsage();
    assert.deepEqual(runs('0 0 30 2 *', 'Europe/Berlin', '2026-01-01T00:00:00Z', 1), [undefined]);
    assert.deepEqual(runs('0 0 31 4,6,9,11 *', 'UTC', '2026-01-01T00:00:00Z', 1), [undefined]);
    assert.ok(process.cpuUsage(before).user < 1_000_000);
  });

  it('is never before the moment, and goes on', () => {
    const moment = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }).map((time) => new Date(time));
    const cron = fc.constantFrom(
      '*/7 * * * *',
      '0 * * * *',
      '30 1,2 * * *',
      '15 2 1 * *',
      '0 9 * * 1-5',
      '59 23 28-31 * *',
    );
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca');
    fc.assert(
      fc.property(moment, cron, zone, (after, text, inZone) => {
        const found = nextRun(text, inZone, after);
        assert.ok(found && found > after && found.getTime() - after.getTime() < 33 * 86_400_000);
      }),
      { seed: 6, numRuns: 500 },
    );
  });
});
