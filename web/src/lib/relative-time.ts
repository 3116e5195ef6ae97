import { relativeFormat } from './intl.ts';

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats a time relative to now: `3 hours ago`, `in 2 days`, `now`. */
export function relativeTime(value: string | number | Date, language: string, nowMs = Date.now()): string {
  const seconds = (new Date(value).getTime() - nowMs) / 1000;
  const format = relativeFormat(language, { numeric: 'auto' });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, 'second');
}
