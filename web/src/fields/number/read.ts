/** What an input for numbers gives: a number, or a text when it is empty or has too many digits for a number. */
export function readNumber(value: number | string): number | null {
  if (typeof value === 'number') return value;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}
