import { bounded, Decimal, zero } from './value.ts';

/** The functions of numbers. Each gives the same result as its SQL function in the migration `formulas`. */

/**
 * Logarithms and exponentials would take milliseconds with more digits. These are enough, because a result below 10^30
 * with the decimals of `inner` has 50 digits.
 */
const Inexact = Decimal.clone({ precision: 70 });
const innerDecimals = 20;
const ten = new Decimal(10);
const lnOfTen = new Inexact(10).ln();
const maxExponent = 1000;
/** The number of decimals in each step of a power. */
const stepDecimals = 30;
const stepLimit = new Decimal('1e30');

export const divide = (a: Decimal, b: Decimal): Decimal | null => (b.isZero() ? null : bounded(a.div(b)));

export const modulo = (a: Decimal, b: Decimal): Decimal | null => (b.isZero() ? null : bounded(a.mod(b)));

export function power(x: Decimal, y: Decimal): Decimal | null {
  if (y.isInteger() && y.abs().lte(maxExponent)) return wholePower(x, y.toNumber());
  if (x.lte(0)) return x.isZero() && y.gt(0) ? zero : null;
  return exponential(new Inexact(x).ln().times(y));
}

function wholePower(x: Decimal, exponent: number): Decimal | null {
  let result = new Decimal(1);
  for (let n = 0; n < Math.abs(exponent); n += 1) {
    result = result.times(x).toDecimalPlaces(stepDecimals, Decimal.ROUND_HALF_UP);
    if (result.abs().gte(stepLimit)) return exponent < 0 ? zero : null;
  }
  return exponent < 0 ? divide(new Decimal(1), result) : bounded(result);
}

export function exponential(x: Decimal): Decimal | null {
  if (x.gte(70)) return null;
  return x.lte(-70) ? zero : inner(new Inexact(x).exp());
}

/**
 * Removes the last digits first, because the two evaluators may differ there and would round an exact half differently.
 */
const inner = (x: Decimal): Decimal | null =>
  bounded(new Decimal(x).toDecimalPlaces(innerDecimals, Decimal.ROUND_HALF_UP));

export const naturalLogarithm = (x: Decimal): Decimal | null => (x.gt(0) ? inner(new Inexact(x).ln()) : null);
export const logarithm = (x: Decimal): Decimal | null => (x.gt(0) ? inner(new Inexact(x).ln().div(lnOfTen)) : null);
export const squareRoot = (x: Decimal): Decimal | null => (x.gte(0) ? bounded(x.sqrt()) : null);

export type Rounding = 'half' | 'up' | 'down';
const modes = { half: Decimal.ROUND_HALF_UP, up: Decimal.ROUND_UP, down: Decimal.ROUND_DOWN } as const;

/**
 * Rounds to decimals, or with a negative number to tens, hundreds and so on. Half, up and down apply to the absolute
 * value.
 */
export function roundTo(x: Decimal, places: Decimal, rounding: Rounding): Decimal | null {
  const scale = whole(places, -31, 12);
  if (scale >= 0) return bounded(x.toDecimalPlaces(scale, modes[rounding]));
  const unit = ten.pow(-scale);
  return bounded(x.div(unit).toDecimalPlaces(0, modes[rounding]).times(unit));
}

/** The whole part of a number, within limits. */
export function whole(x: Decimal, min: number, max: number): number {
  const trunc = x.trunc();
  if (trunc.lt(min)) return min;
  return trunc.gt(max) ? max : trunc.toNumber();
}

const form = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/** The number in a text that has no spaces around it; null when it is not a number. */
export const numberOfText = (digits: string): Decimal | null =>
  digits.length <= 100 && form.test(digits) ? bounded(new Decimal(digits.replace(/\.$/, ''))) : null;
