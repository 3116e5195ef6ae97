import { addDays } from '#lib/days.ts';
import { clockSpans, isTimeZone, localTime, parseClock } from '#lib/zoned-time.ts';
import type { JsonObject } from '../definition/definition.ts';
import { readWeekdays, requireKnown } from '../definition/read-config.ts';
import { StepProblem } from '../definition/reading.ts';

/** When mails and texts may be sent, in the time zone of the person or in a given one. */
export interface SendWindow {
  readonly weekdays: ReadonlySet<number> | undefined;
  /** Minutes since midnight. A window that ends before it begins goes on after midnight. */
  readonly from: number;
  readonly to: number;
  readonly zone: string | 'contact';
}

/** The maximum of holidays that can be set. */
export const maxHolidays = 400;
const dayMinutes = 24 * 60;
/** A window of one day of the week opens within this time, also when it falls on holidays as often as there may be any. */
const maxDays = 7 * (maxHolidays + 2);

export function readSendWindow(value: JsonObject | null): SendWindow | undefined {
  if (value === null || Object.keys(value).length === 0) return undefined;
  requireKnown(value, ['weekdays', 'from', 'to', 'tz']);
  const clock = (part: 'from' | 'to', standard: number): number => {
    if (value[part] === undefined || value[part] === null) return standard;
    const minutes = parseClock(value[part]);
    if (minutes === undefined) throw new StepProblem(part, 'invalid_value', 'must be a time such as 09:00');
    return minutes;
  };
  const from = clock('from', 0);
  const to = clock('to', dayMinutes);
  if (from === to) throw new StepProblem('to', 'invalid_value', 'must be another time than from');
  const tz = value.tz ?? 'contact';
  if (tz !== 'contact' && !isTimeZone(tz))
    throw new StepProblem('tz', 'invalid_value', 'must be contact, or a time zone such as Europe/Berlin');
  return { weekdays: readWeekdays(value.weekdays, 'weekdays'), from, to, zone: tz };
}

/** The first moment from `at` on that lies in the window and on no holiday; `at` itself when it does. Undefined when there is none. */
export function nextInWindow(
  at: Date,
  { weekdays, from, to }: SendWindow,
  zone: string,
  holidays: ReadonlySet<string>,
): Date | undefined {
  const { day } = localTime(at, zone);
  // A window that goes on after midnight may have begun yesterday.
  for (let ahead = -1; ahead <= maxDays; ahead += 1) {
    const first = addDays(day, ahead);
    const weekday = new Date(`${first}T00:00:00Z`).getUTCDay() || 7;
    if (weekdays && !weekdays.has(weekday)) continue;
    const parts: readonly (readonly [string, number, number])[] =
      to > from
        ? [[first, from, to]]
        : [
            [first, from, dayMinutes],
            [addDays(first, 1), 0, to],
          ];
    for (const [on, begin, end] of parts) {
      if (holidays.has(on)) continue;
      const span = clockSpans(on, begin, end, zone).find((one) => one.to > at);
      if (span) return span.from > at ? span.from : at;
    }
  }
  return undefined;
}
