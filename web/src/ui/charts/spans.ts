import type { Range } from './scale.ts';
import type { Series } from './series.ts';

/** The start and end of each value: from zero, or stacked on the earlier values of the same sign. */
export function spansOf(series: readonly Series[], stacked: boolean): (Range | null)[][] {
  const count = Math.max(0, ...series.map(({ values }) => values.length));
  const above = new Array<number>(count).fill(0);
  const below = new Array<number>(count).fill(0);
  return series.map(({ values }) =>
    values.map((value, n): Range | null => {
      if (value === null) return null;
      if (!stacked) return [0, value];
      const ends = value < 0 ? below : above;
      const from = ends[n] ?? 0;
      ends[n] = from + value;
      return [from, from + value];
    }),
  );
}

/** The range of all spans, including zero. */
export function extentOf(spans: readonly (readonly (Range | null)[])[]): Range {
  let low = 0;
  let high = 0;
  for (const span of spans.flat()) {
    if (span === null) continue;
    low = Math.min(low, span[1]);
    high = Math.max(high, span[1]);
  }
  return [low, high];
}
