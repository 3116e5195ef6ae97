export type Range = readonly [from: number, to: number];
export type Scale = (value: number) => number;

/** Maps a value to a position. An empty domain maps to the start. */
export const linear =
  ([low, high]: Range, [from, to]: Range): Scale =>
  (value) =>
    high === low ? from : from + ((value - low) / (high - low)) * (to - from);

/** The smallest of 1, 2, 5, 10, 20, 50 … that is at least the value. */
function niceStep(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((one) => one * magnitude >= value * (1 - 1e-9)) ?? 10;
  return factor * magnitude;
}

/**
 * The ticks of an axis that covers `low`, `high` and zero, in about `count` equal steps. With `whole` all ticks are
 * integers.
 */
export function niceTicks([low, high]: Range, count: number, whole: boolean): number[] {
  const bottom = Math.min(0, low);
  const top = Math.max(0, high);
  if (bottom === top) return [0, 1];
  const step = Math.max(niceStep((top - bottom) / Math.max(1, count)), whole ? 1 : 0);
  const first = Math.floor(bottom / step + 1e-9);
  const last = Math.ceil(top / step - 1e-9);
  // Rounding is needed because 3 × 0.1 is 0.30000000000000004.
  return Array.from({ length: last - first + 1 }, (_, n) => Number(((first + n) * step).toPrecision(12)));
}
