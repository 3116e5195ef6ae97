import dayjs, { type ManipulateType } from 'dayjs';
import quarterOfYear from 'dayjs/plugin/quarterOfYear.js';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import type { Filter, Group } from '~/api/records.ts';
import type { Field } from '~/metadata/model.ts';
import { dateFormat } from '../../lib/intl.ts';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(quarterOfYear);

export const periods = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof periods)[number];

/** The server returns at most this many groups. */
export const maxGroups = 1000;

/** The grouping of a table: `stage`, or `closeDate:month`. */
export interface Grouping {
  readonly field: Field;
  readonly period: Period | undefined;
}

export const canGroup = ({ sortable, type, key }: Field): boolean =>
  sortable && type !== 'longText' && key !== '_id' && key !== 'version';

export const isTemporal = ({ type }: Field): boolean => type === 'date' || type === 'datetime';

/** Parses the grouping. Undefined when the model has no such field, or it cannot define groups. */
export function readGrouping(fields: readonly Field[], groupBy: string | undefined): Grouping | undefined {
  if (!groupBy) return undefined;
  const [key, wanted] = groupBy.split(':');
  const field = fields.find((one) => one.key === key);
  if (!field || !canGroup(field)) return undefined;
  if (!isTemporal(field)) return { field, period: undefined };
  return { field, period: periods.find((period) => period === wanted) ?? 'month' };
}

export const groupingName = ({ field, period }: Grouping): string => (period ? `${field.key}:${period}` : field.key);

/** The filter for the records of one group. */
export function groupFilter({ field, period }: Grouping, value: unknown, zone: string): Filter {
  if (value === null || value === undefined) return { [field.key]: { null: true } };
  if (!period) return { [field.key]: value };
  const unit = period as ManipulateType;
  const start = String(value);
  const end = dayjs.utc(start).add(1, unit).format('YYYY-MM-DD');
  const at = (day: string) => (field.type === 'date' ? day : dayjs.tz(day, zone).toISOString());
  return { [field.key]: { gte: at(start), lt: at(end) } };
}

/** Sorts groups in the order of their options or dates, others by name. The group without a value comes last. */
export function sortGroups(
  groups: readonly Group[],
  { field, period }: Grouping,
  nameOf: (value: unknown) => string,
): Group[] {
  const options = new Map(field.options?.map(({ value }, n) => [value, n]));
  const rank = (value: unknown) => options.get(String(value)) ?? options.size;
  return [...groups].sort((one, other) => {
    const [a, b] = [one[field.key], other[field.key]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (period) return String(a) < String(b) ? -1 : 1;
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return rank(a) - rank(b) || nameOf(a).localeCompare(nameOf(b));
  });
}

/** The name of a period in the person's language: `March 2027`. */
export function periodName(start: string, period: Period, language: string): string {
  const date = dayjs.utc(start);
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(language, { ...options, timeZone: 'UTC' }).format(date.toDate());
  if (period === 'year') return format({ year: 'numeric' });
  if (period === 'quarter') return `Q${date.quarter()} ${format({ year: 'numeric' })}`;
  if (period === 'month') return format({ month: 'long', year: 'numeric' });
  const day = format({ day: 'numeric', month: 'long', year: 'numeric' });
  if (period === 'day') return day;
  return dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    date.toDate(),
    date.add(6, 'day').toDate(),
  );
}
