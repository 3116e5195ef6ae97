import { addDays, beginOfDay, type Days, nextOf, startOf, todayIn } from '#lib/days.ts';

const nearDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** The days of `thisMonth`, `last30Days` and the like; undefined for any other text. Weeks begin on Monday. */
export function namedDays(name: string, today: string): Days | undefined {
  const near = Object.hasOwn(nearDays, name) ? nearDays[name] : undefined;
  if (near !== undefined) return { from: addDays(today, near), to: addDays(today, near + 1) };
  const [, side, count, unitName] =
    /^(this|last|next)(?:([1-9]\d{0,3})Days|(Week|Month|Quarter|Year))$/.exec(name) ?? [];
  if (count !== undefined) {
    // Today counts: the last seven days are today and the six before it.
    if (side === 'last') return { from: addDays(today, 1 - Number(count)), to: addDays(today, 1) };
    return side === 'next' ? { from: today, to: addDays(today, Number(count)) } : undefined;
  }
  const unit = unitName?.toLowerCase();
  if (unit === undefined) return undefined;
  const current = startOf(unit, today);
  const from =
    side === 'last' ? startOf(unit, addDays(current, -1)) : side === 'next' ? nextOf(unit, current) : current;
  return { from, to: nextOf(unit, from) };
}

/** Resolves the names of periods in a filter, which mean other days tomorrow and in another time zone. */
export class NamedPeriods {
  readonly #zone: string;
  /** Whether the filter named one. */
  used = false;

  constructor(zone = 'UTC') {
    this.#zone = zone;
  }

  /** The first and the last value of a period: days, or moments with milliseconds. */
  ends(name: string, isDate: boolean): readonly [string, string] | undefined {
    // Dates begin with a digit: they need not know which day is today.
    const days = /^[a-z]/.test(name) ? namedDays(name, todayIn(this.#zone)) : undefined;
    if (!days) return undefined;
    this.used = true;
    if (isDate) return [days.from, addDays(days.to, -1)];
    const end = Date.parse(beginOfDay(days.to, this.#zone));
    return [beginOfDay(days.from, this.#zone), new Date(end - 1).toISOString()];
  }
}
