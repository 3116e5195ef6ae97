import { badQuery } from '#core/errors.ts';
import { addDays, type Days, todayIn } from '#lib/days.ts';

const defaultDays = 30;
const maxDays = 366;

/** Reads `from` and `to`, both inclusive and in UTC. Defaults to the last 30 days. */
export function readDays(from: string | undefined, to: string | undefined): Days {
  const last = readDay(to, 'to') ?? todayIn('UTC');
  const first = readDay(from, 'from') ?? addDays(last, 1 - defaultDays);
  if (first > last) throw badQuery('from', 'must not be after to');
  if (addDays(first, maxDays) <= last) throw badQuery('from', `must be at most ${maxDays} days before to`);
  return { from: first, to: addDays(last, 1) };
}

function readDay(value: string | undefined, name: string): string | undefined {
  if (value === undefined) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) && addDays(value, 0) === value;
  if (!isDay) throw badQuery(name, 'must be a day such as 2026-11-30');
  return value;
}
