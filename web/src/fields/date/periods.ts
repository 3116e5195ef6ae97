import { fromLocal } from './format.ts';

/** Periods relative to today. A filter keeps the name, and the server computes the days. */
export const periods = [
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'lastWeek',
  'nextWeek',
  'last7Days',
  'last30Days',
  'last90Days',
  'next7Days',
  'next30Days',
  'thisMonth',
  'lastMonth',
  'nextMonth',
  'thisQuarter',
  'lastQuarter',
  'nextQuarter',
  'thisYear',
  'lastYear',
  'nextYear',
] as const;

const countedDays = /^(last|next)([1-9]\d{0,3})Days$/;

/** True when a value of a filter is the name of a period. */
export const isPeriod = (value: unknown): value is string =>
  typeof value === 'string' && (periods.some((period) => period === value) || countedDays.test(value));

/**
 * The label of a period: a key of the namespace `fields` with its parameters. Names such as `last14Days` come from
 * addresses and the API.
 */
export function periodText(period: string): { readonly key: string; readonly values?: { readonly count: number } } {
  const [, side, count] = countedDays.exec(period) ?? [];
  const isListed = periods.some((one) => one === period);
  return isListed || count === undefined
    ? { key: `period.${period}` }
    : { key: `period.${side}Days`, values: { count: Number(count) } };
}

/** The first and last moment of a range of days in a time zone. */
export const momentsOf = ([from, to]: readonly [string, string], zone: string): readonly [string, string] => [
  fromLocal(from, '00:00', zone),
  fromLocal(to, '23:59:59.999', zone),
];
