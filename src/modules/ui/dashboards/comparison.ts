import type { Field } from '#core/fields/field.ts';
import type { Calendar } from '#core/query/calendar.ts';
import { addDays, beginOfDay, type Days, dayCount, todayIn } from '#lib/days.ts';
import type { Filter } from './answer.ts';

/** The time and the calendar for which a widget is computed. */
export interface Clock extends Calendar {
  readonly now: Date;
}

/** A filter for the values of a date or time field within these days. */
export const rangeOf = (field: Field, { from, to }: Days, { zone }: Clock): Filter =>
  isDay(field) ? { gte: from, lt: to } : { gte: beginOfDay(from, zone), lt: beginOfDay(to, zone) };

/** The ranges for the comparison of a period that has not ended. */
interface OpenPeriod {
  /** The part of the previous period that is as long as the current period so far. */
  readonly samePart: Filter;
  /** Selects the future part of the current period. Undefined for fields without future values. */
  readonly ahead: Filter | undefined;
}

/**
 * Compares half of a quarter with half of the previous quarter, not with all of it. Undefined for a period that has
 * ended. Date fields are compared up to and including today, time fields up to the current time of day.
 */
export function openPeriod(
  field: Field,
  { current, previous }: { readonly current: Days; readonly previous: Days },
  clock: Clock,
): OpenPeriod | undefined {
  const { now, zone } = clock;
  const today = todayIn(zone, now);
  if (today >= current.to) return undefined;
  const sameDay = addDays(previous.from, dayCount(current.from, today));
  // A month can be longer than the previous one.
  if (sameDay >= previous.to) return undefined;
  const tomorrow = addDays(today, 1);
  if (isDay(field))
    return {
      samePart: rangeOf(field, { from: previous.from, to: addDays(sameDay, 1) }, clock),
      ahead: rangeOf(field, { from: tomorrow, to: current.to }, clock),
    };
  const elapsedMs = now.getTime() - Date.parse(beginOfDay(today, zone));
  const end = new Date(Date.parse(beginOfDay(sameDay, zone)) + elapsedMs).toISOString();
  return {
    samePart: { gte: beginOfDay(previous.from, zone), lt: end },
    ahead: writtenNow.includes(field.key) ? undefined : { gt: now.toISOString(), lt: beginOfDay(current.to, zone) },
  };
}

const writtenNow: readonly string[] = ['createdAt', 'updatedAt'];

const isDay = ({ type }: Field): boolean => type.column === 'date';
