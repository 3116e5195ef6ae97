/**
 * Calculations with days since 1970-01-01 and months, in the calendar of PostgreSQL, which is Gregorian for all years.
 * Years are 1 to 9999.
 */

const dayMs = 86_400_000;
const firstDay = -719_162;
const lastDay = 2_932_896;

export const inCalendar = (day: number): boolean => day >= firstDay && day <= lastDay;
export const isMoment = (time: number): boolean => time >= firstDay * dayMs && time < (lastDay + 1) * dayMs;

/** The number of a day. Unlike Date.UTC, it does not add 1900 to years below 100. */
export const dayNumber = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) / dayMs;

export const dayOf = (text: string): number =>
  dayNumber(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && inCalendar(dayOf(text)) && textOfDay(dayOf(text)) === text;

export const textOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

export interface CalendarDay {
  readonly year: number;
  /** January is 1. */
  readonly month: number;
  readonly day: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
}

export function calendarDay(number: number): CalendarDay {
  const date = new Date(number * dayMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay() || 7,
  };
}

/** The same day of another month, or the last day of a shorter month. */
export function addMonths(number: number, months: number): number | null {
  if (!inCalendar(number)) return null;
  const { year, month, day } = calendarDay(number);
  const total = year * 12 + month - 1 + months;
  if (!(total >= 12 && total <= 119_999)) return null;
  const [newYear, newMonth] = [Math.floor(total / 12), (total % 12) + 1];
  const last = calendarDay(dayNumber(newYear, newMonth + 1, 0)).day;
  return dayNumber(newYear, newMonth, Math.min(day, last));
}

export function addDays(number: number, days: number): number | null {
  const sum = number + days;
  return inCalendar(sum) ? sum : null;
}

/** The number of full months from one day to another. */
export function monthsBetween(first: number, last: number): number {
  const [from, to] = [calendarDay(first), calendarDay(last)];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  const reached = addMonths(first, months) as number;
  if (months > 0 && reached > last) return months - 1;
  return months < 0 && reached < last ? months + 1 : months;
}

/** The day and the milliseconds since midnight that the clocks of a time zone show. */
export function wallTime(time: number, zone: string): { readonly day: number; readonly ms: number } {
  const wall = time + offsetAt(time, zone);
  const day = Math.floor(wall / dayMs);
  return { day, ms: wall - day * dayMs };
}

/**
 * The moment at which the clocks of a time zone show a time. Gives the same result as `formula_at_zone` in SQL, also
 * for a time that the clocks skip or show twice.
 */
export function momentAt(day: number, ms: number, zone: string): number | null {
  const wall = day * dayMs + ms;
  const guess = wall - offsetAt(wall, zone);
  const found = wall - offsetAt(guess, zone);
  return isMoment(found) ? found : null;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const maxFormats = 100;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  if (formats.size >= maxFormats) formats.clear();
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** The number of milliseconds that the clocks of a time zone are ahead of UTC. */
function offsetAt(time: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const parts = formatOf(zone).formatToParts(time);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const bc = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'));
  const day = dayNumber(bc ? 1 - part('year') : part('year'), part('month'), part('day'));
  const wall = day * dayMs + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000;
  return wall - Math.floor(time / 1000) * 1000;
}
