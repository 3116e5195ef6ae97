import {
  exponential,
  logarithm,
  modulo,
  naturalLogarithm,
  power,
  type Rounding,
  roundTo,
  squareRoot,
} from '../values/numbers.ts';
import { bounded, Decimal, type Value, zero } from '../values/value.ts';
import { compareValues } from './compare.ts';
import { type FormulaFunction, number, optional, repeated, value } from './function.ts';

/** A function with one number as its parameter. */
const simple = (
  name: string,
  help: string,
  example: string,
  sql: (x: string) => string,
  js: (x: Decimal) => Decimal | null,
): FormulaFunction => ({
  name,
  group: 'numbers',
  parameters: [number('number')],
  result: 'number',
  nulls: 'null',
  help,
  example,
  sql: (_, x = '') => sql(x),
  js: (_, x: Decimal) => js(x),
});

const costly = (...given: Parameters<typeof simple>): FormulaFunction => ({ ...simple(...given), costly: true });

const rounding = (name: string, kind: Rounding, sqlName: string, help: string, example: string): FormulaFunction => ({
  name,
  group: 'numbers',
  parameters: [number('number'), optional(number('decimals'))],
  result: 'number',
  nulls: 'null',
  help,
  example,
  sql: (_, x = '', places = '0') => `${sqlName}(${x}, ${places})`,
  js: (_, x: Decimal, places: Decimal = zero) => roundTo(x, places, kind),
});

const extreme = (name: string, sqlName: string, sign: 1 | -1, help: string, example: string): FormulaFunction => ({
  name,
  group: 'numbers',
  parameters: repeated(value('value', 'T', ['number', 'date', 'datetime'])),
  result: 'T',
  nulls: 'own',
  help,
  example,
  sql: (_, ...args) => `${sqlName}(${args.join(', ')})`,
  js: (_, ...args: Value[]) =>
    args
      .filter((one) => one !== null)
      .reduce<Value>((best, one) => (best === null || compareValues(one, best) * sign > 0 ? one : best), null),
});

export const numberFunctions: readonly FormulaFunction[] = [
  rounding(
    'round',
    'half',
    'formula_round',
    'Rounds to a number of decimals, 0 by default; half is rounded away from zero.',
    'round(value / 3, 2)',
  ),
  rounding('roundUp', 'up', 'formula_round_up', 'Rounds away from zero.', 'roundUp(value / 3, 2)'),
  rounding('roundDown', 'down', 'formula_round_down', 'Rounds towards zero.', 'roundDown(value / 3, 2)'),
  simple(
    'ceiling',
    'Gives the smallest whole number that is not below the number.',
    'ceiling(2.1)',
    (x) => `formula_number(ceil(${x}))`,
    (x) => bounded(x.ceil()),
  ),
  simple(
    'floor',
    'Gives the largest whole number that is not above the number.',
    'floor(2.9)',
    (x) => `formula_number(floor(${x}))`,
    (x) => bounded(x.floor()),
  ),
  simple(
    'abs',
    'Gives the number without its sign.',
    'abs(-5)',
    (x) => `abs(${x})`,
    (x) => x.abs(),
  ),
  simple(
    'sign',
    'Gives 1 for a number above zero, -1 below zero, and 0 for zero.',
    'sign(profit)',
    (x) => `sign(${x})`,
    (x) => new Decimal(x.cmp(0)),
  ),
  extreme('min', 'least', -1, 'Gives the smallest of the values that are not null.', 'min(value, 1000)'),
  extreme('max', 'greatest', 1, 'Gives the largest of the values that are not null.', 'max(value, 0)'),
  {
    name: 'sum',
    group: 'numbers',
    parameters: repeated(number('number')),
    result: 'number',
    nulls: 'own',
    help: 'Adds the numbers; null counts as 0.',
    example: 'sum(value, bonus)',
    sql: (_, ...args) => `formula_number(${args.map((one) => `coalesce(${one}, 0)`).join(' + ')})`,
    js: (_, ...args: (Decimal | null)[]) =>
      bounded(args.reduce<Decimal>((total, one) => (one === null ? total : total.plus(one)), zero)),
  },
  {
    name: 'mod',
    group: 'numbers',
    parameters: [number('number'), number('divisor')],
    result: 'number',
    nulls: 'null',
    help: 'Gives the remainder of a division, with the sign of the number.',
    example: 'mod(10, 3)',
    sql: (_, a, b) => `formula_mod(${a}, ${b})`,
    js: (_, a: Decimal, b: Decimal) => modulo(a, b),
  },
  {
    name: 'power',
    group: 'numbers',
    costly: true,
    parameters: [number('number'), number('exponent')],
    result: 'number',
    nulls: 'null',
    help: 'Raises a number to a power.',
    example: 'power(1.05, 10)',
    sql: (_, a, b) => `formula_power(${a}, ${b})`,
    js: (_, a: Decimal, b: Decimal) => power(a, b),
  },
  simple(
    'sqrt',
    'Gives the square root, and null for a number below zero.',
    'sqrt(2)',
    (x) => `formula_sqrt(${x})`,
    squareRoot,
  ),
  costly('exp', 'Raises e to a power.', 'exp(1)', (x) => `formula_exp(${x})`, exponential),
  costly(
    'ln',
    'Gives the natural logarithm, and null unless the number is above zero.',
    'ln(10)',
    (x) => `formula_ln(${x})`,
    naturalLogarithm,
  ),
  costly(
    'log',
    'Gives the logarithm to base 10, and null unless the number is above zero.',
    'log(1000)',
    (x) => `formula_log(${x})`,
    logarithm,
  ),
];
