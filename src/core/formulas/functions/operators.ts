import { addDays, isMoment } from '../values/calendar.ts';
import { divide, modulo, power, whole } from '../values/numbers.ts';
import type { FormulaType } from '../values/types.ts';
import { bounded, Decimal, equalValues, type Value, zero } from '../values/value.ts';
import { compareValues } from './compare.ts';
import { timeBetween } from './dates.ts';
import { type Operation, ordered } from './function.ts';
import { comparable } from './logic.ts';
import type { Sign } from './sign.ts';

const dayMs = 86_400_000;

/** The operation of `a + b - c`. It computes exactly, and rounds and limits only the result. */
export const sumOf = (signs: readonly Sign[]): Operation => ({
  name: '+',
  nulls: 'null',
  sql: (_, ...args) => `formula_number(${args.map((one, n) => (n === 0 ? one : `${signs[n - 1]} ${one}`)).join(' ')})`,
  js: (_, ...args: Decimal[]) =>
    bounded(args.reduce((total, one, n) => (signs[n - 1] === '-' ? total.minus(one) : total.plus(one)), zero)),
});

const numeric = (
  name: string,
  sql: (a: string, b: string) => string,
  js: (a: Decimal, b: Decimal) => Decimal | null,
): Operation => ({
  name,
  nulls: 'null',
  sql: (_, a = '', b = '') => sql(a, b),
  js: (_, a: Decimal, b: Decimal) => js(a, b),
});

const arithmetic: Readonly<Record<string, Operation>> = {
  '*': numeric(
    '*',
    (a, b) => `formula_number(${a} * ${b})`,
    (a, b) => bounded(a.times(b)),
  ),
  '/': numeric('/', (a, b) => `formula_divide(${a}, ${b})`, divide),
  '%': numeric('%', (a, b) => `formula_mod(${a}, ${b})`, modulo),
  '^': { ...numeric('^', (a, b) => `formula_power(${a}, ${b})`, power), costly: true },
};

export const minus: Operation = {
  name: '-',
  nulls: 'null',
  sql: (_, one) => `(- ${one})`,
  js: (_, one: Decimal) => bounded(one.neg()),
};

const daysOf = (n: Decimal, sign: Sign): number => whole(sign === '-' ? n.neg() : n, -dayMs, dayMs);

/** Moves a date with time by days, which may be fractions. A date moves by whole days (`daysOf`). */
function moveTime(time: number, n: Decimal, sign: Sign): number | null {
  const ms = n.times(dayMs).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
  const moved = (sign === '-' ? ms.neg() : ms).plus(time);
  return isMoment(moved.toNumber()) ? moved.toNumber() : null;
}

const moved = (type: 'date' | 'datetime', sign: Sign): Operation => ({
  name: sign,
  nulls: 'null',
  sql: (_, given, n) => `${type === 'date' ? 'formula_add_days' : 'formula_add_time'}(${given}, ${sign} ${n})`,
  js: (_, given: number, n: Decimal) => (type === 'date' ? addDays(given, daysOf(n, sign)) : moveTime(given, n, sign)),
});

const swapped = (operation: Operation): Operation => ({
  ...operation,
  sql: (context, a = '', b = '') => operation.sql(context, b, a),
  js: (context, a: never, b: never) => operation.js(context, b, a),
});

const daysApart: Operation = {
  name: '-',
  nulls: 'null',
  sql: (_, a, b) => `((${a} - ${b})::numeric)`,
  js: (_, a: number, b: number) => new Decimal(a - b),
};

const timeApart: Operation = {
  name: '-',
  nulls: 'null',
  sql: (_, a, b) => `formula_time_between(${b}, ${a}, ${dayMs})`,
  js: (_, a: number, b: number) => timeBetween(b, a, dayMs),
};

const equal = (sign: '=' | '!='): Operation => ({
  name: sign,
  nulls: 'own',
  sql: ({ types }, a = '', b = '') =>
    `(${comparable(a, types[0])} is ${sign === '=' ? 'not ' : ''}distinct from ${comparable(b, types[0])})`,
  js: (_, a: Value, b: Value) => equalValues(a, b) === (sign === '='),
});

/** The operation of `x = null` and `x != null`. */
export const nullTest = (sign: '=' | '!='): Operation => ({
  name: sign,
  nulls: 'own',
  sql: (_, one) => `(${one} is ${sign === '=' ? '' : 'not '}null)`,
  js: (_, one: Value) => (one === null) === (sign === '='),
});

const orders: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const inOrder = (sign: Sign): Operation => ({
  name: sign,
  nulls: 'own',
  sql: ({ types }, a = '', b = '') => `coalesce(${comparable(a, types[0])} ${sign} ${comparable(b, types[0])}, false)`,
  js: (_, a: Value, b: Value) => a !== null && b !== null && orders[sign]?.(compareValues(a, b)) === true,
});

/** The operation of a sign between two types other than null, and the type of its result; undefined when there is none. */
export function operationOf(
  sign: Sign,
  a: FormulaType,
  b: FormulaType,
): { readonly operation: Operation; readonly type: FormulaType } | undefined {
  if (sign === '=' || sign === '!=')
    return a === b && a !== 'list' ? { operation: equal(sign), type: 'boolean' } : undefined;
  if (orders[sign]) return a === b && ordered.includes(a) ? { operation: inOrder(sign), type: 'boolean' } : undefined;
  if (a === 'number' && b === 'number') {
    const operation = arithmetic[sign] ?? (sign === '+' || sign === '-' ? sumOf([sign]) : undefined);
    return operation && { operation, type: 'number' };
  }
  if (sign !== '+' && sign !== '-') return undefined;
  if ((a === 'date' || a === 'datetime') && b === 'number') return { operation: moved(a, sign), type: a };
  if (sign === '+' && a === 'number' && (b === 'date' || b === 'datetime'))
    return { operation: swapped(moved(b, sign)), type: b };
  if (sign === '-' && a === 'date' && b === 'date') return { operation: daysApart, type: 'number' };
  if (sign === '-' && a === 'datetime' && b === 'datetime') return { operation: timeApart, type: 'number' };
  return undefined;
}
