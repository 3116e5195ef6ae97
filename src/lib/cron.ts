import { Cron } from 'croner';

export type { Cron };

const minuteMs = 60_000;

/**
 * Parses `minute hour day month weekday`, in UTC or another time zone. Where both days are restricted, one of them must match: every cron works that way.
 * Undefined when invalid.
 */
export function parseCron(text: string, timezone = 'UTC'): Cron | undefined {
  try {
    return new Cron(text, { mode: '5-part', timezone });
  } catch {
    // croner has no check that answers instead of throwing.
    return undefined;
  }
}

/** The last time that the schedule was due, in UTC; undefined when that is longer ago than `withinMs`. */
export function lastOccurrence(cron: Cron, now: Date, withinMs: number): Date | undefined {
  // croner looks at times before the given one, so the current minute counts only when the next one is given.
  const nextMinute = new Date((Math.floor(now.getTime() / minuteMs) + 1) * minuteMs);
  const [due] = cron.previousRuns(1, nextMinute);
  return due && due.getTime() > now.getTime() - withinMs ? due : undefined;
}
