import { compareTexts } from '../values/letters.ts';
import { Decimal, type Value } from '../values/value.ts';

/**
 * Compares two values, which have the same type and are not null. Returns a negative number, 0 or a positive number.
 */
export function compareValues(a: Value, b: Value): number {
  if (Decimal.isDecimal(a)) return (a as Decimal).cmp(b as Decimal);
  if (typeof a === 'string') return compareTexts(a, b as string);
  return (a as number) - (b as number);
}
