export const periods = [7, 30, 90, 365] as const;

const dayMs = 24 * 3_600_000;

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The last days until today in UTC, and the same number of days before them. */
export function lastDays(days: number, now = Date.now()): { current: Period; previous: Period } {
  const start = now - (days - 1) * dayMs;
  return {
    current: { from: dateOf(start), to: dateOf(now) },
    previous: { from: dateOf(start - days * dayMs), to: dateOf(start - dayMs) },
  };
}

/** Every day of a period. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) days.push(dateOf(time));
  return days;
}
