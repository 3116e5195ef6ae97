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

/**
 * A value in JavaScript. A date is the number of days since 1970-01-01, a date with time the number of milliseconds.
 */
export type Value = Decimal | string | boolean | number | readonly string[] | null;

const limit = new Decimal(numberLimit);

/** Rounds and limits a number. `formula_number` does the same in SQL. */
export function bounded(number: Decimal): Decimal | null {
  if (!number.isFinite() || number.abs().gte(limit)) return null;
  const rounded = number.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
  // PostgreSQL has no negative zero.
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

/** Converts the JSON value of a field of this type; null for a value of another type. */
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

/** True when two values of the same type are equal. Null equals null. */
export const equalValues = (a: Value, b: Value): boolean =>
  Decimal.isDecimal(a) && Decimal.isDecimal(b) ? (a as Decimal).eq(b as Decimal) : a === b;
