import type { Geometry } from './geometry.ts';

const maxThickness = 44;
/** The share of a band that its bars fill. */
const filled = 0.76;
const radius = 3;

interface Bar {
  readonly start: number;
  readonly thickness: number;
  readonly base: number;
  readonly tip: number;
}

/**
 * The bars of one series, centred in their bands. Unless they are stacked, the bars of several series are side by side.
 */
export function barsOf({ spans, positions, band, valueAt, stacked }: Geometry, index: number): Bar[] {
  const beside = stacked ? 1 : spans.length;
  const thickness = Math.min(maxThickness, (band * filled) / beside);
  const offset = stacked ? -thickness / 2 : (index - beside / 2) * thickness;
  return (spans[index] ?? []).flatMap((span, n) =>
    span === null || span[0] === span[1]
      ? []
      : [{ start: (positions[n] ?? 0) + offset, thickness, base: valueAt(span[0]), tip: valueAt(span[1]) }],
  );
}

/** The path of a bar, rounded at its tip. */
function barPath({ start, thickness, base, tip }: Bar, lying: boolean, rounding: number): string {
  const point = (across: number, along: number) =>
    lying ? `${along.toFixed(1)},${across.toFixed(1)}` : `${across.toFixed(1)},${along.toFixed(1)}`;
  const end = start + thickness;
  const r = Math.min(rounding, thickness / 2, Math.abs(tip - base));
  const shoulder = tip - Math.sign(tip - base) * r;
  return [
    `M${point(start, base)}L${point(start, shoulder)}Q${point(start, tip)} ${point(start + r, tip)}`,
    `L${point(end - r, tip)}Q${point(end, tip)} ${point(end, shoulder)}L${point(end, base)}Z`,
  ].join('');
}

/**
 * All bars of a series as one path, because one element draws faster than one per bar. In a stack only the last series
 * is rounded.
 */
export function barsPath(geometry: Geometry, index: number): string {
  const rounding = geometry.stacked && index < geometry.spans.length - 1 ? 0 : radius;
  return barsOf(geometry, index)
    .map((bar) => barPath(bar, geometry.lying, rounding))
    .join('');
}
