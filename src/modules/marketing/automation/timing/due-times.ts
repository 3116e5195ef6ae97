import { addDays } from '#lib/days.ts';
import { localTime, momentOf } from '#lib/zoned-time.ts';

/** The first moment from `after` on at which a clock shows the time, on one of the days of the week. */
export function nextClock(after: Date, minutes: number, weekdays: ReadonlySet<number> | undefined, zone: string): Date {
  const { day, weekday } = localTime(after, zone);
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const dayOfWeek = ((weekday - 1 + ahead) % 7) + 1;
    if (weekdays && !weekdays.has(dayOfWeek)) continue;
    const moment = momentOf(addDays(day, ahead), minutes, zone);
    if (moment.getTime() >= after.getTime()) return moment;
  }
  return momentOf(addDays(day, 7), minutes, zone);
}

/** The moment of a value of a date or a time; a date begins at midnight in the zone. */
export function dateOf(value: unknown, zone: string): Date | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return momentOf(value, 0, zone);
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time);
}
