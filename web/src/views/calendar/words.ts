import { dateFormat } from '../../lib/intl.ts';
import { type Day, type Mode, shownDays, type Weekday } from './days.ts';

const at = (day: Day): Date => new Date(`${day}T00:00:00Z`);

/** Days have no time zone, so they are formatted in UTC. */
const formatOf = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormat(language, { timeZone: 'UTC', ...options });

/** Example: `Monday, 16 November 2026`. */
export const longDay = (day: Day, language: string): string =>
  formatOf(language, { dateStyle: 'full' }).format(at(day));

/** Example: `Mon`. */
export const weekdayName = (day: Day, language: string, form: 'short' | 'long' = 'short'): string =>
  formatOf(language, { weekday: form }).format(at(day));

/** Example: `9:30 AM` or `09:30`. */
export const timeOf = (minutes: number, language: string): string =>
  formatOf(language, { hour: 'numeric', minute: '2-digit' }).format(new Date(minutes * 60_000));

/** Example: `9 AM` or `09 Uhr`. */
export const hourOf = (hour: number, language: string): string =>
  formatOf(language, { hour: 'numeric' }).format(new Date(hour * 3_600_000));

/** The title of the shown period: `November 2026`, `16 – 22 Nov 2026`. */
export function periodTitle(mode: Mode, day: Day, first: Weekday, language: string): string {
  if (mode === 'month') return formatOf(language, { month: 'long', year: 'numeric' }).format(at(day));
  if (mode === 'day') return longDay(day, language);
  const { from, to } = shownDays(mode, day, first);
  return formatOf(language, { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(at(from), at(to));
}
