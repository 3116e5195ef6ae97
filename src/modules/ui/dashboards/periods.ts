import { addDays, addMonths, type Days, startOf } from '#lib/days.ts';

export const periods = [
  'today',
  'thisWeek',
  'last7Days',
  'last30Days',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'last12Months',
  'all',
] as const;

export type Period = (typeof periods)[number];

export const isPeriod = (value: unknown): value is Period => periods.some((period) => period === value);

/** The days of a period and of the previous period of equal length; undefined for all time. */
export function daysOf(
  period: Period,
  today: string,
  firstDayOfWeek = 1,
): { current: Days; previous: Days } | undefined {
  const months = (start: string, count: number) => ({
    current: { from: start, to: addMonths(start, count) },
    previous: { from: addMonths(start, -count), to: start },
  });
  const days = (from: string, count: number) => ({
    current: { from, to: addDays(from, count) },
    previous: { from: addDays(from, -count), to: from },
  });
  switch (period) {
    case 'today':
      return days(today, 1);
    case 'thisWeek':
      return days(startOf('week', today, firstDayOfWeek), 7);
    case 'last7Days':
      return days(addDays(today, -6), 7);
    case 'last30Days':
      return days(addDays(today, -29), 30);
    case 'thisMonth':
      return months(startOf('month', today), 1);
    case 'lastMonth':
      return months(addMonths(today, -1), 1);
    case 'thisQuarter':
      return months(startOf('quarter', today), 3);
    case 'lastQuarter':
      return months(addMonths(startOf('quarter', today), -3), 3);
    case 'thisYear':
      return months(startOf('year', today), 12);
    case 'last12Months':
      return months(addMonths(today, -11), 12);
    case 'all':
      return undefined;
  }
}
