import { Decimal as AnyDecimal } from 'decimal.js';
import { ExactNumber, parseJson } from '#lib/json.ts';
import { dayOf, isDay, isMoment, textOfDay } from './calendar.ts';
import { decimals, maxTextLength, numberLimit } from './limits.ts';
import type { FormulaType, JsonValue } from './types.ts';

/** Enough digits for exact products, and for logarithms that are rounded as PostgreSQL rounds them. */
export const Decimal = AnyDecimal.clone({
  precision: 130,
  rounding: AnyDecimal.ROUND_HALF_UP,
  toExpNeg: -100,
  toExpPos: 100,
});
export type Decimal = InstanceType<typeof Decimal>;

/** A date is the number of days since 1970-01-01, a date with time the number of milliseconds. */
export type Value = Decimal | string | boolean | number | readonly string[] | null;

const limit = new Decimal(numberLimit);

/** Every number is the result of this, as of `formula_number` in SQL. */
export function bounded(number: Decimal): Decimal | null {
  if (!number.isFinite() || number.abs().gte(limit)) return null;
  const rounded = number.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
  // There is no negative zero in PostgreSQL.
  return rounded.isZero() ? zero : rounded;
}

export const zero = new Decimal(0);

/** The first characters of a text, counted in code points as PostgreSQL does. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let n = 0; n < count && end < text.length; n += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

export const cut = (text: string): string => firstCharacters(text, maxTextLength);

/** The value of a JSON value that a field of this type has; null for any other. */
export function valueOfJson(json: JsonValue | undefined, type: FormulaType): Value {
  if (json === null || json === undefined) return null;
  return readers[type](json);
}

const readers: Readonly<Record<FormulaType, (json: JsonValue) => Value>> = {
  number: (json) =>
    typeof json === 'number' || (json as unknown) instanceof ExactNumber ? bounded(new Decimal(String(json))) : null,
  text: (json) => (typeof json === 'string' ? cut(json) : null),
  boolean: (json) => (typeof json === 'boolean' ? json : null),
  date: (json) => (typeof json === 'string' && isDay(json) ? dayOf(json) : null),
  datetime: (json) => {
    const time = typeof json === 'string' ? Date.parse(json) : Number.NaN;
    return isMoment(time) ? time : null;
  },
  list: (json) => (Array.isArray(json) ? json.filter((item) => typeof item === 'string') : null),
};

/** The JSON form of a value. A number that a double cannot represent becomes an `ExactNumber`. */
export function jsonOfValue(value: Value, type: FormulaType): JsonValue {
  if (value === null) return null;
  if (type === 'number') return parseJson((value as Decimal).toFixed()) as JsonValue;
  if (type === 'date') return textOfDay(value as number);
  if (type === 'datetime') return new Date(value as number).toISOString();
  return value as string | boolean;
}

/** Whether two values of one type are equal; null equals null. */
export const equalValues = (a: Value, b: Value): boolean =>
  Decimal.isDecimal(a) && Decimal.isDecimal(b) ? (a as Decimal).eq(b as Decimal) : a === b;
