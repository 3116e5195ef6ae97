import { compareTexts } from '../values/letters.ts';
import { Decimal, type Value } from '../values/value.ts';

/** Negative, 0 or positive; both values have one type and are not null. */
export function compareValues(a: Value, b: Value): number {
  if (Decimal.isDecimal(a)) return (a as Decimal).cmp(b as Decimal);
  if (typeof a === 'string') return compareTexts(a, b as string);
  return (a as number) - (b as number);
}
