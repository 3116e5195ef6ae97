import { declare, type FieldOptions, type FieldType, Problem } from './field.ts';
import { orderedOperators } from './number.ts';
import { wellFormed } from './strings.ts';

/** True when the text is an existing date. 2026-02-30 is not. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (day <= 28) return day > 0 && month > 0 && month <= 12;
  return new Date(Date.UTC(Number(text.slice(0, 4)), month - 1, day)).getUTCMonth() === month - 1;
}

const checkDate = (value: unknown): string => {
  const text = wellFormed(value);
  if (!isCalendarDate(text)) throw new Problem('invalid_format', 'must be a date written as YYYY-MM-DD');
  return text;
};

export const dateType: FieldType = {
  name: 'date',
  column: 'date',
  operators: orderedOperators,
  sortable: true,
  searchable: false,
  temporal: true,
  limits: () => ({ min: '0001-01-01', max: '9999-12-31' }),
  schema: () => ({ type: 'string', format: 'date' }),
  check: checkDate,
  parse: checkDate,
  fromJson: (json) => `(${json}#>>'{}')::date`,
  matchForm: String,
  example: (_field, n) => new Date(Date.UTC(2026, 0, 1 + (n % 365))).toISOString().slice(0, 10),
};

/** A date without a time, YYYY-MM-DD. */
export const date = (options: FieldOptions = {}) => declare(dateType, options);
