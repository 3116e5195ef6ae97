import { addDays, beginOfDay, type Days, nextOf, startOf, todayIn } from '#lib/days.ts';
import type { Calendar } from './calendar.ts';

const nearDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** The days of named periods such as `thisMonth` and `last30Days`; undefined for other texts. */
export function namedDays(name: string, today: string, firstDayOfWeek = 1): Days | undefined {
  const near = Object.hasOwn(nearDays, name) ? nearDays[name] : undefined;
  if (near !== undefined) return { from: addDays(today, near), to: addDays(today, near + 1) };
  const [, side, count, unitName] =
    /^(this|last|next)(?:([1-9]\d{0,3})Days|(Week|Month|Quarter|Year))$/.exec(name) ?? [];
  if (count !== undefined) {
    // Today counts: the last seven days are today and the six previous days.
    if (side === 'last') return { from: addDays(today, 1 - Number(count)), to: addDays(today, 1) };
    return side === 'next' ? { from: today, to: addDays(today, Number(count)) } : undefined;
  }
  const unit = unitName?.toLowerCase();
  if (unit === undefined) return undefined;
  const current = startOf(unit, today, firstDayOfWeek);
  const last = () => startOf(unit, addDays(current, -1), firstDayOfWeek);
  const from = side === 'last' ? last() : side === 'next' ? nextOf(unit, current) : current;
  return { from, to: nextOf(unit, from) };
}

/** Resolves the names of periods in a filter. They depend on the current day and the time zone. */
export class NamedPeriods {
  readonly #calendar: Calendar;
  /** True when the filter contained a named period. */
  used = false;

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  /** The first and the last value of a period: days, or times with milliseconds. */
  ends(name: string, isDate: boolean): readonly [string, string] | undefined {
    // Dates begin with a digit, so they do not depend on the current day.
    const { zone, firstDayOfWeek } = this.#calendar;
    const days = /^[a-z]/.test(name) ? namedDays(name, todayIn(zone), firstDayOfWeek) : undefined;
    if (!days) return undefined;
    this.used = true;
    if (isDate) return [days.from, addDays(days.to, -1)];
    const end = Date.parse(beginOfDay(days.to, zone));
    return [beginOfDay(days.from, zone), new Date(end - 1).toISOString()];
  }
}
