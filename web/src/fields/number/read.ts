/**
 * Converts the value of a number input: it is a text when the input is empty or has more digits than a number can hold.
 */
export function readNumber(value: number | string): number | null {
  if (typeof value === 'number') return value;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}
