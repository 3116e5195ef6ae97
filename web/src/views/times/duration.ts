/** Units of a duration, as the API writes them. */
export const durationUnits = ['m', 'h', 'd', 'w'] as const;

type DurationUnit = (typeof durationUnits)[number] | 's';

export interface Duration {
  readonly number: number;
  readonly unit: DurationUnit;
  /** True for a time before, such as `-3d`. */
  readonly before: boolean;
}

/** Reads `3d` or `-3d`. Undefined when it is not a duration that the input can show. */
export function readDuration(value: unknown): Duration | undefined {
  const [, sign, number, unit] = (typeof value === 'string' && /^([+-]?)(\d{1,6})([smhdw])$/.exec(value.trim())) || [];
  if (number === undefined) return undefined;
  return { number: Number(number), unit: unit as DurationUnit, before: sign === '-' };
}

export const durationText = ({ number, unit, before }: Duration): string => `${before ? '-' : ''}${number}${unit}`;

/** A schedule that days of the week and a time of the day express. */
export interface Weekly {
  readonly weekdays: readonly number[];
  readonly time: string;
}

/** Reads `0 9 * * 1,2`. Undefined for other schedules. Days are 1 (Monday) to 7. */
export function readWeekly(cron: string): Weekly | undefined {
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-7](?:,[0-7])*)$/.exec(cron.trim()) ?? [];
  if (minute === undefined || hour === undefined || days === undefined) return undefined;
  if (Number(minute) > 59 || Number(hour) > 23) return undefined;
  const weekdays = days === '*' ? [1, 2, 3, 4, 5, 6, 7] : days.split(',').map((day) => Number(day) || 7);
  return { weekdays, time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` };
}

export function cronOf({ weekdays, time }: Weekly): string {
  const [hour = '9', minute = '0'] = time.split(':');
  const days =
    weekdays.length === 7
      ? '*'
      : weekdays
          .toSorted((a, b) => a - b)
          .map((day) => day % 7)
          .join(',');
  return `${Number(minute)} ${Number(hour)} * * ${days}`;
}
