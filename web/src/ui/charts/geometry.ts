import { labelsInColumn, labelsInLine, type PlacedLabel } from './labels.ts';
import { linear, niceTicks, type Range, type Scale } from './scale.ts';
import type { Series } from './series.ts';
import { extentOf, spansOf } from './spans.ts';
import type { Measure } from './text-width.ts';

type ChartKind = 'bar' | 'line' | 'area';

export interface ChartInput {
  readonly kind: ChartKind;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** True when bars are horizontal, with their names on the left. */
  readonly lying?: boolean | undefined;
  /** True when bars of the same label are stacked instead of side by side. */
  readonly stacked?: boolean | undefined;
  readonly formatTick: (value: number) => string;
}

/** Positions of all elements of a chart, in pixels. */
export interface Geometry {
  readonly kind: ChartKind;
  readonly lying: boolean;
  readonly stacked: boolean;
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  /** The centre of each label on its axis, and the distance between two centres. */
  readonly positions: readonly number[];
  readonly band: number;
  readonly labels: readonly PlacedLabel[];
  readonly ticks: readonly PlacedLabel[];
  readonly valueAt: Scale;
  readonly spans: readonly (readonly (Range | null)[])[];
}

const lineHeight = 16;
const axisGap = 8;
const top = 8;
const bottom = 24;
const right = 8;
const pixelsPerTick = { standing: 36, lying: 48 };
const maxNameWidth = 128;

const isWhole = (series: readonly Series[]): boolean =>
  series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));

/**
 * The centres of `count` bands that fill the range. With an `inset`, as for lines, the first and last point have that
 * distance from the ends.
 */
function centres(count: number, [from, to]: Range, inset: number | undefined): { positions: number[]; band: number } {
  if (inset === undefined || count < 2) {
    const band = (to - from) / Math.max(1, count);
    return { positions: Array.from({ length: count }, (_, n) => from + (n + 0.5) * band), band };
  }
  const band = (to - from - 2 * inset) / (count - 1);
  return { positions: Array.from({ length: count }, (_, n) => from + inset + n * band), band };
}

export function geometryOf(input: ChartInput, width: number, height: number, measure: Measure): Geometry {
  const { kind, labels, series, formatTick, lying = false, stacked = false } = input;
  const spans = spansOf(series, stacked);
  const room = lying ? width - maxNameWidth : height - top - bottom;
  const count = Math.min(6, Math.max(2, Math.floor(room / (lying ? pixelsPerTick.lying : pixelsPerTick.standing))));
  const values = niceTicks(extentOf(spans), count, isWhole(series));
  const domain: Range = [values[0] ?? 0, values.at(-1) ?? 1];
  const texts = values.map(formatTick);
  const names = lying ? Math.min(maxNameWidth, width * 0.4) : Infinity;
  const widest = Math.min(names, Math.max(0, ...(lying ? labels : texts).map(measure)));
  // The last number below horizontal bars is centred at the end of the plot, so half of it needs room there.
  const end = lying ? Math.max(right, measure(texts.at(-1) ?? '') / 2) : right;
  const plot = { left: Math.ceil(widest) + axisGap, right: width - end, top, bottom: height - bottom };
  const along: Range = lying ? [plot.top, plot.bottom] : [plot.left, plot.right];
  const { positions, band } = centres(labels.length, along, kind === 'bar' ? undefined : 12);
  const valueAt = linear(domain, lying ? [plot.left, plot.right] : [plot.bottom, plot.top]);
  const ticks = values.map((value, n) => ({ text: texts[n] ?? '', at: valueAt(value) }));
  return {
    kind,
    lying,
    stacked,
    plot,
    positions,
    band,
    labels: lying
      ? labelsInColumn(labels, positions, names, lineHeight, measure)
      : labelsInLine(labels, positions, [0, width], measure),
    ticks,
    valueAt,
    spans,
  };
}

/** The index of the label that is nearest to a point of the chart. */
export function indexAt({ positions, band, lying }: Geometry, x: number, y: number): number {
  const nearest = Math.round(((lying ? y : x) - (positions[0] ?? 0)) / band);
  return Math.min(positions.length - 1, Math.max(0, nearest));
}
