import {
  addDays,
  addMonths,
  type CalendarDay,
  calendarDay,
  dayNumber,
  inCalendar,
  momentAt,
  monthsBetween,
  wallTime,
} from '../values/calendar.ts';
import { divide, whole } from '../values/numbers.ts';
import { Decimal } from '../values/value.ts';
import { datetime, day, type FormulaFunction, type JsContext, number, value } from './function.ts';

const dated = (number: number): number | null => (inCalendar(number) ? number : null);

/** A function that gives a part of a date. */
const part = (name: string, help: string, sqlField: string, js: (parts: CalendarDay) => number): FormulaFunction => ({
  name,
  group: 'dates',
  parameters: [day('date')],
  result: 'number',
  nulls: 'null',
  help,
  example: `${name}(closeDate)`,
  sql: (_, given) => `extract(${sqlField} from ${given})`,
  js: (_, given: number) => new Decimal(js(calendarDay(given))),
});

/** A function that gives a part of the time of day. */
const timePart = (name: string, help: string, js: (ms: number) => number): FormulaFunction => ({
  name,
  group: 'dates',
  parameters: [datetime('time')],
  result: 'number',
  nulls: 'null',
  help,
  example: `${name}(createdAt)`,
  sql: ({ timeZone }, given) => `extract(${name} from ${given} at time zone ${timeZone})`,
  js: ({ timeZone }, given: number) => new Decimal(js(wallTime(given, timeZone).ms)),
});

/** A function that adds days or months to a date, or to a date with time, which keeps its time of day. */
const adding = (
  name: string,
  help: string,
  example: string,
  sqlName: string,
  sqlAmount: (n: string) => string,
  js: (given: number, n: Decimal) => number | null,
): FormulaFunction => ({
  name,
  group: 'dates',
  parameters: [value('date', 'T', ['date', 'datetime']), number('count')],
  result: 'T',
  nulls: 'null',
  help,
  example,
  sql: ({ types, timeZone }, given, n = '') =>
    `${sqlName}(${given}, ${sqlAmount(n)}${types[0] === 'datetime' ? `, ${timeZone}` : ''})`,
  js({ types, timeZone }, given: number, n: Decimal) {
    if (types[0] === 'date') return js(given, n);
    const wall = wallTime(given, timeZone);
    const moved = js(wall.day, n);
    return moved === null ? null : momentAt(moved, wall.ms, timeZone);
  },
});

/** Larger than any number of days or months in the calendar. */
const far = 10_000_000;
const steps = (n: Decimal): number => whole(n, -far, far);

const hours = (name: string, unit: number, help: string): FormulaFunction => ({
  name,
  group: 'dates',
  parameters: [datetime('first'), datetime('last')],
  result: 'number',
  nulls: 'null',
  help,
  example: `${name}(createdAt, now())`,
  sql: (_, first, last) => `formula_time_between(${first}, ${last}, ${unit})`,
  js: (_, first: number, last: number) => timeBetween(first, last, unit),
});

export const timeBetween = (first: number, last: number, unit: number): Decimal | null =>
  divide(new Decimal(last - first), new Decimal(unit));

function dateOf(year: Decimal, month: Decimal, dayOfMonth: Decimal): number | null {
  const [y, m, d] = [whole(year, 0, 10_000), whole(month, 0, 13), whole(dayOfMonth, 0, 32)];
  if (y < 1 || y > 9999 || m < 1 || m > 12 || d < 1 || d > 31) return null;
  const found = dayNumber(y, m, d);
  return calendarDay(found).month === m ? found : null;
}

/** The checker also uses this function to convert a date with time for functions of dates. */
export const dateOfFunction: FormulaFunction = {
  name: 'dateOf',
  group: 'dates',
  parameters: [datetime('time')],
  result: 'date',
  nulls: 'null',
  help: 'Gives the date of a date with time.',
  example: 'dateOf(createdAt)',
  sql: ({ timeZone }, given) => `formula_day((${given} at time zone ${timeZone})::date)`,
  js: ({ timeZone }, given: number) => dated(wallTime(given, timeZone).day),
};

const today = ({ now, timeZone }: JsContext): number | null => dated(wallTime(now, timeZone).day);

export const dateFunctions: readonly FormulaFunction[] = [
  {
    name: 'today',
    group: 'dates',
    parameters: [],
    result: 'date',
    nulls: 'null',
    usesTime: true,
    help: 'Gives the current date.',
    example: 'today()',
    sql: ({ timeZone }) => `formula_day((now() at time zone ${timeZone})::date)`,
    js: today,
  },
  {
    name: 'now',
    group: 'dates',
    parameters: [],
    result: 'datetime',
    nulls: 'null',
    usesTime: true,
    help: 'Gives the current date and time.',
    example: 'now()',
    sql: () => 'formula_moment(now())',
    js: ({ now }) => now,
  },
  {
    name: 'date',
    group: 'dates',
    parameters: [number('year'), number('month'), number('day')],
    result: 'date',
    nulls: 'null',
    help: 'Gives a date, or null when it does not exist.',
    example: 'date(2026, 1, 31)',
    sql: (_, year, month, dayOfMonth) => `formula_date(${year}, ${month}, ${dayOfMonth})`,
    js: (_, year: Decimal, month: Decimal, dayOfMonth: Decimal) => dateOf(year, month, dayOfMonth),
  },
  {
    name: 'datetime',
    group: 'dates',
    parameters: [day('date'), number('hour'), number('minute')],
    result: 'datetime',
    nulls: 'null',
    help: 'Gives the moment at which the clocks show a time on a date, or null for a time that does not exist.',
    example: 'datetime(closeDate, 9, 30)',
    sql: ({ timeZone }, given, hour, minute) => `formula_datetime(${given}, ${hour}, ${minute}, ${timeZone})`,
    js({ timeZone }, given: number, hour: Decimal, minute: Decimal) {
      const [h, m] = [whole(hour, -1, 24), whole(minute, -1, 60)];
      if (h < 0 || h > 23 || m < 0 || m > 59) return null;
      return momentAt(given, (h * 60 + m) * 60_000, timeZone);
    },
  },
  dateOfFunction,
  part('year', 'Gives the year of a date.', 'year', ({ year }) => year),
  part('quarter', 'Gives the quarter of a date, from 1 to 4.', 'quarter', ({ month }) => Math.ceil(month / 3)),
  part('month', 'Gives the month of a date, from 1 to 12.', 'month', ({ month }) => month),
  part('day', 'Gives the day of the month, from 1 to 31.', 'day', (parts) => parts.day),
  part('weekday', 'Gives the day of the week, from 1 for Monday to 7 for Sunday.', 'isodow', ({ weekday }) => weekday),
  timePart('hour', 'Gives the hour of a date with time, from 0 to 23.', (ms) => Math.floor(ms / 3_600_000)),
  timePart('minute', 'Gives the minute of a date with time, from 0 to 59.', (ms) => Math.floor(ms / 60_000) % 60),
  adding(
    'addDays',
    'Adds whole days to a date; a negative number goes back.',
    'addDays(closeDate, 14)',
    'formula_add_days',
    (n) => n,
    (given, n) => addDays(given, steps(n)),
  ),
  adding(
    'addMonths',
    'Adds whole months to a date; the last day of a shorter month replaces a day that it does not have.',
    'addMonths(closeDate, 3)',
    'formula_add_months',
    (n) => n,
    (given, n) => addMonths(given, steps(n)),
  ),
  adding(
    'addYears',
    'Adds whole years to a date.',
    'addYears(closeDate, 1)',
    'formula_add_months',
    (n) => `trunc(${n}) * 12`,
    (given, n) => addMonths(given, steps(n.trunc().times(12))),
  ),
  {
    name: 'startOfMonth',
    group: 'dates',
    parameters: [day('date')],
    result: 'date',
    nulls: 'null',
    help: 'Gives the first day of the month.',
    example: 'startOfMonth(closeDate)',
    sql: (_, given) => `(date_trunc('month', ${given}::timestamp)::date)`,
    js: (_, given: number) => given - calendarDay(given).day + 1,
  },
  {
    name: 'endOfMonth',
    group: 'dates',
    parameters: [day('date')],
    result: 'date',
    nulls: 'null',
    help: 'Gives the last day of the month.',
    example: 'endOfMonth(closeDate)',
    sql: (_, given) => `((date_trunc('month', ${given}::timestamp) + interval '1 month' - interval '1 day')::date)`,
    js(_, given: number) {
      const { year, month } = calendarDay(given);
      return dayNumber(year, month + 1, 0);
    },
  },
  {
    name: 'daysBetween',
    group: 'dates',
    parameters: [day('first'), day('last')],
    result: 'number',
    nulls: 'null',
    help: 'Gives the days from the first date to the last.',
    example: 'daysBetween(createdAt, closeDate)',
    sql: (_, first, last) => `((${last} - ${first})::numeric)`,
    js: (_, first: number, last: number) => new Decimal(last - first),
  },
  {
    name: 'monthsBetween',
    group: 'dates',
    parameters: [day('first'), day('last')],
    result: 'number',
    nulls: 'null',
    help: 'Gives the full months from the first date to the last.',
    example: 'monthsBetween(startDate, today())',
    sql: (_, first, last) => `formula_months_between(${first}, ${last})`,
    js: (_, first: number, last: number) => new Decimal(monthsBetween(first, last)),
  },
  {
    name: 'yearsBetween',
    group: 'dates',
    parameters: [day('first'), day('last')],
    result: 'number',
    nulls: 'null',
    help: 'Gives the full years from the first date to the last, such as an age.',
    example: 'yearsBetween(birthday, today())',
    sql: (_, first, last) => `trunc(formula_months_between(${first}, ${last}) / 12)`,
    js: (_, first: number, last: number) => new Decimal(Math.trunc(monthsBetween(first, last) / 12) || 0),
  },
  hours('hoursBetween', 3_600_000, 'Gives the hours between two dates with time, with decimals.'),
  hours('minutesBetween', 60_000, 'Gives the minutes between two dates with time, with decimals.'),
];
