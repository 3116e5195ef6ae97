import { companyWeek } from '../../lib/company-week.ts';
import { dateFormat } from '../../lib/intl.ts';
/**
 * A day of the calendar, such as `2026-11-16`. It has no time zone. A time zone is needed to convert instants to days.
 */
export type Day = string;

export const modes = ['month', 'week', 'day', 'agenda'] as const;
export type Mode = (typeof modes)[number];

/** Monday is 1, Sunday is 7, as in ISO 8601. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const dayMs = 86_400_000;
const minuteMs = 60_000;
const agendaDays = 30;
export const minutesOfDay = 1440;

const toMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(toMs(text)) && toDay(toMs(text)) === text;

export const addDays = (day: Day, count: number): Day => toDay(toMs(day) + count * dayMs);

/** Adds months to a day. If the month is too short, its last day is used. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return toDay(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

export const daysBetween = (from: Day, to: Day): number => Math.round((toMs(to) - toMs(from)) / dayMs);

export const weekdayOf = (day: Day): Weekday => (new Date(toMs(day)).getUTCDay() || 7) as Weekday;

export const startOfWeek = (day: Day, first: Weekday): Day => addDays(day, -((weekdayOf(day) - first + 7) % 7));

export const daysFrom = (day: Day, count: number): Day[] => Array.from({ length: count }, (_, n) => addDays(day, n));

/** The weeks that cover a month, including days of the neighbouring months. */
export function weeksOfMonth(day: Day, first: Weekday): Day[][] {
  const start = startOfWeek(`${day.slice(0, 8)}01`, first);
  const last = addDays(addMonths(`${day.slice(0, 8)}01`, 1), -1);
  const count = Math.floor(daysBetween(start, last) / 7) + 1;
  return Array.from({ length: count }, (_, n) => daysFrom(addDays(start, n * 7), 7));
}

/** The first and the last shown day. */
export function shownDays(mode: Mode, day: Day, first: Weekday): { from: Day; to: Day } {
  if (mode === 'day') return { from: day, to: day };
  if (mode === 'agenda') return { from: day, to: addDays(day, agendaDays - 1) };
  if (mode === 'week') {
    const from = startOfWeek(day, first);
    return { from, to: addDays(from, 6) };
  }
  const weeks = weeksOfMonth(day, first);
  return { from: weeks[0]?.[0] ?? day, to: weeks.at(-1)?.[6] ?? day };
}

/** The day to which the buttons for the next and the previous period lead. */
export function step(mode: Mode, day: Day, direction: 1 | -1): Day {
  if (mode === 'month') return addMonths(`${day.slice(0, 8)}01`, direction);
  return addDays(day, direction * { week: 7, day: 1, agenda: agendaDays }[mode]);
}

const formatOf = (zone: string): Intl.DateTimeFormat =>
  dateFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

/** The local time of the zone at an instant, as if it were UTC. */
function clockMs(ms: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(ms)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export interface Moment {
  readonly day: Day;
  /** Minutes since midnight in local time. */
  readonly minutes: number;
}

/** The day and the time of an instant in a zone. */
export function momentOf(instant: string | number, zone: string): Moment {
  const clock = clockMs(typeof instant === 'number' ? instant : Date.parse(instant), zone);
  return { day: toDay(clock), minutes: Math.floor((clock - toMs(toDay(clock))) / minuteMs) };
}

/**
 * The instant at which the local time of a zone is this day and time. A local time that does not exist because clocks
 * go forward becomes a later one.
 */
export function instantOf({ day, minutes }: Moment, zone: string): string {
  const wanted = toMs(day) + minutes * minuteMs;
  const offsetAt = (ms: number) => clockMs(ms, zone) - ms;
  const first = wanted - offsetAt(wanted);
  const second = wanted - offsetAt(first);
  const exact = [second, first].find((ms) => clockMs(ms, zone) === wanted);
  return new Date(exact ?? Math.max(first, second)).toISOString();
}

/** The first day of the week: as the company has set it, or the usual one in the region of the language. */
export function firstWeekday(language: string, preferred: readonly string[]): Weekday {
  const ofCompany = companyWeek();
  if (ofCompany !== null) return ofCompany as Weekday;
  // `en` alone means the United States, so the browser's preferred language with a region, such as en-GB, is used
  // first.
  const tag = preferred.find((each) => each.slice(0, 2) === language.slice(0, 2) && each.length > 2) ?? language;
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (info) return info.firstDay as Weekday;
  return /^en(-(US|CA|AU))?$/.test(tag) ? 7 : 1;
}
