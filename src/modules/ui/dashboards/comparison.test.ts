import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindField } from '#core/fields/bind-field.ts';
import { date } from '#core/fields/date.ts';
import { datetime } from '#core/fields/datetime.ts';
import { todayIn } from '#lib/days.ts';
import { openPeriod } from './comparison.ts';
import { daysOf, type Period } from './periods.ts';

const closeDate = bindField('closeDate', date());
const solvedAt = bindField('solvedAt', datetime());

const compared = (field: typeof closeDate, period: Period, at: string, zone = 'UTC') => {
  const now = new Date(at);
  const days = daysOf(period, todayIn(zone, now));
  assert.ok(days);
  return openPeriod(field, days, { now, zone, firstDayOfWeek: 1 });
};

describe('a period that is not over', () => {
  it('is compared with as many days of the one before, today included', () => {
    const part = (period: Period) => compared(closeDate, period, '2026-11-17T15:00:00Z')?.samePart;
    assert.deepEqual(part('thisMonth'), { gte: '2026-10-01', lt: '2026-10-18' });
    assert.deepEqual(part('thisQuarter'), { gte: '2026-07-01', lt: '2026-08-18' });
    assert.deepEqual(part('thisWeek'), { gte: '2026-11-09', lt: '2026-11-11' });
    assert.deepEqual(part('thisYear'), { gte: '2025-01-01', lt: '2025-11-18' });
    assert.deepEqual(part('today'), { gte: '2026-11-16', lt: '2026-11-17' });
  });

  it('is compared up to the same time of the day where the field has times, in the time zone of the reader', () => {
    assert.deepEqual(compared(solvedAt, 'thisWeek', '2026-11-17T15:00:00Z', 'Europe/Berlin')?.samePart, {
      gte: '2026-11-08T23:00:00.000Z',
      lt: '2026-11-10T15:00:00.000Z',
    });
    // The clocks went back on 25 October, so the same time of day is a different number of hours away.
    assert.deepEqual(compared(solvedAt, 'thisQuarter', '2026-11-17T15:00:00Z', 'Europe/Berlin')?.samePart, {
      gte: '2026-06-30T22:00:00.000Z',
      lt: '2026-08-17T14:00:00.000Z',
    });
  });

  it('has nothing to cut off when it is over, or longer by now than the one before', () => {
    assert.equal(compared(closeDate, 'lastMonth', '2026-11-17T15:00:00Z'), undefined);
    assert.equal(compared(closeDate, 'lastQuarter', '2026-11-17T15:00:00Z'), undefined);
    assert.equal(compared(closeDate, 'thisMonth', '2026-03-30T15:00:00Z'), undefined);
  });

  it('knows what is still to come', () => {
    assert.deepEqual(compared(closeDate, 'thisMonth', '2026-11-17T15:00:00Z')?.ahead, {
      gte: '2026-11-18',
      lt: '2026-12-01',
    });
    assert.equal(compared(bindField('createdAt', datetime()), 'thisMonth', '2026-11-17T15:00:00Z')?.ahead, undefined);
  });
});
