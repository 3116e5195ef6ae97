import { LruMap } from './lru.ts';

/** Days as YYYY-MM-DD, without a time zone. */

/** A range of days: the first one, and the one after the last. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;

const text = (time: number): string => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string => text(timeOf(day) + days * dayMs);

/** The number of days from one day to another. */
export const dayCount = (from: string, to: string): number => (timeOf(to) - timeOf(from)) / dayMs;

/** The first day of the month that is this many months later. */
export const addMonths = (day: string, months: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return text(Date.UTC(year, month - 1 + months, 1));
};

/**
 * The first day of the week, month, quarter or year that contains a day. Weeks begin on Monday (1) by default, or on
 * another day up to Sunday (7).
 */
export function startOf(unit: string, day: string, firstDayOfWeek = 1): string {
  const date = new Date(timeOf(day));
  if (unit === 'week') return addDays(day, -((date.getUTCDay() + 7 - firstDayOfWeek) % 7));
  if (unit === 'month') return addMonths(day, 0);
  if (unit === 'quarter') return addMonths(day, -(date.getUTCMonth() % 3));
  if (unit === 'year') return addMonths(day, -date.getUTCMonth());
  return day;
}

const monthsOf: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** The first day of the next week, month, quarter or year. */
export const nextOf = (unit: string, start: string): string =>
  monthsOf[unit] === undefined ? addDays(start, unit === 'week' ? 7 : 1) : addMonths(start, monthsOf[unit]);

/** Creating a format takes 85 µs, and using it 1 µs. Each create of a record whose number contains the year asks for the day. */
const dayFormats = new LruMap<string, Intl.DateTimeFormat>(200);

function dayFormatOf(zone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  dayFormats.set(zone, format);
  return format;
}

/** The current day in a time zone. */
export const todayIn = (zone: string, now = new Date()): string => dayFormatOf(zone).format(now);

/** The time at which a day begins in a time zone, as an ISO timestamp. */
export function beginOfDay(day: string, zone: string): string {
  const local = timeOf(day);
  const first = local - offsetAt(local, zone);
  // The offset may change between the two times.
  return new Date(local - offsetAt(first, zone)).toISOString();
}

function offsetAt(time: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(time / 1000) * 1000;
}
