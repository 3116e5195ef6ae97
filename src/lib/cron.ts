/** One of the five fields: the allowed values, and whether it is `*`. */
interface Field {
  readonly values: ReadonlySet<number>;
  readonly any: boolean;
}

export interface Cron {
  readonly fields: readonly [minute: Field, hour: Field, day: Field, month: Field, weekday: Field];
}

const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/**
 * Parses `minute hour day month weekday`, each `*`, a number, a range, a list, or with steps. Undefined when invalid.
 */
export function parseCron(text: string): Cron | undefined {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== bounds.length) return undefined;
  const fields = parts.map((part, n) => parseField(part, ...(bounds[n] as readonly [number, number])));
  return fields.every((field) => field !== undefined) ? { fields: fields as unknown as Cron['fields'] } : undefined;
}

function parseField(text: string, min: number, max: number): Field | undefined {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!match) return undefined;
    const [, low, high, every] = match;
    const from = Number(low ?? min);
    const to = Number(high ?? (low === undefined || every !== undefined ? max : low));
    const step = Number(every ?? 1);
    if (from < min || to > max || from > to || step === 0) return undefined;
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return { values, any: text === '*' };
}

function matches({ fields: [minute, hour, day, month, weekday] }: Cron, at: Date): boolean {
  const onDay = day.values.has(at.getUTCDate());
  const onWeekday = weekday.values.has(at.getUTCDay()) || (at.getUTCDay() === 0 && weekday.values.has(7));
  return (
    minute.values.has(at.getUTCMinutes()) &&
    hour.values.has(at.getUTCHours()) &&
    month.values.has(at.getUTCMonth() + 1) &&
    // When both are restricted, one of them must match, as in every cron.
    (day.any || weekday.any ? onDay && onWeekday : onDay || onWeekday)
  );
}

const minuteMs = 60_000;

/** The last due time of the schedule, in UTC; undefined when that is longer ago than `withinMs`. */
export function lastOccurrence(cron: Cron, now: Date, withinMs: number): Date | undefined {
  const latest = Math.floor(now.getTime() / minuteMs) * minuteMs;
  for (let at = latest; at > now.getTime() - withinMs; at -= minuteMs) {
    const moment = new Date(at);
    if (matches(cron, moment)) return moment;
  }
  return undefined;
}
