import { readMetric } from './widget.ts';

/** A result row of an aggregate. */
export type MeasuredRow = Readonly<Record<string, unknown>>;

export function metricOf(row: MeasuredRow, metric: string | undefined): number | string | null {
  const measure = readMetric(metric);
  if (!measure) return Number(row.count);
  const values = row[measure.name] as Record<string, number | string | null> | undefined;
  const value = values?.[measure.key] ?? null;
  // The sum of no records is zero, but they have no average.
  return value === null && measure.name === 'sum' ? 0 : value;
}
