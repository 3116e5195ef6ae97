import { isCalendarDate } from './date.ts';
import { declare, type FieldOptions, type FieldType, Problem } from './field.ts';
import { orderedOperators } from './number.ts';
import { wellFormed } from './strings.ts';

const instant =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

const checkInstant = (value: unknown): string => {
  const text = wellFormed(value);
  const day = instant.exec(text)?.[1];
  const parsed = new Date(text);
  // In UTC the year can become 0 or 10000, which ISO 8601 writes in another format.
  const year = parsed.getUTCFullYear();
  if (day === undefined || !isCalendarDate(day) || !(year >= 1 && year <= 9999)) {
    throw new Problem('invalid_format', 'must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T09:30:00Z');
  }
  return parsed.toISOString();
};

/** A time, stored with milliseconds. Answers show it in UTC. */
export const datetimeType: FieldType = {
  name: 'datetime',
  column: 'timestamptz(3)',
  operators: orderedOperators,
  sortable: true,
  searchable: false,
  temporal: true,
  limits: () => ({ min: '0001-01-01T00:00:00.000Z', max: '9999-12-31T23:59:59.999Z' }),
  schema: () => ({ type: 'string', format: 'date-time' }),
  check: checkInstant,
  // A date without a time means its start in UTC, because people write ranges of dates.
  parse: (text) => (isCalendarDate(text) ? `${text}T00:00:00.000Z` : checkInstant(text)),
  output: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  // A default keeps the time zone with which it was defined.
  manyJsonForms: true,
  fromJson: (json) => `(${json}#>>'{}')::timestamptz(3)`,
  example: (_field, n) => new Date(Date.UTC(2026, 0, 1, 9, 0, n)).toISOString(),
};

export const datetime = (options: FieldOptions = {}) => declare(datetimeType, options);

/** SQL of the JSON form of a timestamp column. */
export const momentSql = (column: string): string => datetimeType.output?.(column) ?? column;
