import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { companyWeek } from '../../lib/company-week.ts';
import { dateFormat } from '../../lib/intl.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/** True when the text is an existing date, written as YYYY-MM-DD. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));

/** Example: `16 Nov 2026`. `long` adds the weekday. */
export function formatDate(value: string, language: string, long = false): string {
  if (!isDate(value)) return value;
  return dateFormat(language, {
    dateStyle: long ? undefined : 'medium',
    ...(long && { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${value}T00:00:00Z`));
}

/** Formats a moment in local time of the zone. */
export function formatMoment(value: string, language: string, timeZone: string): string {
  if (!isMoment(value)) return value;
  return dateFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(value));
}

/** The local date and time of a moment in the zone, for inputs. */
export function toLocal(moment: string, timeZone: string): { readonly date: string; readonly time: string } {
  const local = dayjs(moment).tz(timeZone);
  return { date: local.format('YYYY-MM-DD'), time: local.format('HH:mm') };
}

/** The moment of a local date and time in the zone. */
export const fromLocal = (date: string, time: string, timeZone: string): string =>
  dayjs.tz(`${date} ${time}`, timeZone).toISOString();

/** Today in the time zone. */
export const today = (timeZone: string): string => dayjs().tz(timeZone).format('YYYY-MM-DD');

export const addDays = (day: string, days: number): string => dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');

/** The next Monday, in every language, as in ISO 8601. */
export const nextMonday = (day: string): string => addDays(day, 7 - ((dayjs.utc(day).day() + 6) % 7));

/** True when the language writes 2 PM instead of 14:00. */
export const hasHalfDays = (language: string): boolean =>
  dateFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 === true;

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/**
 * The first day of the week, 0 is Sunday: as the company set it, or Sunday in American English and Monday elsewhere.
 */
export function firstDayOfWeek(language: string): Weekday {
  const ofCompany = companyWeek();
  if (ofCompany !== null) return (ofCompany % 7) as Weekday;
  return language === 'en-US' || (language === 'en' && navigator.language === 'en-US') ? 0 : 1;
}

/** Fields of past events. In them `Friday` means the last one. */
export const isPast = (key: string): boolean =>
  /birth|since|purchase|founded|last|(created|sent|opened|closed|completed|changed|given|read|started)At$/i.test(key);
