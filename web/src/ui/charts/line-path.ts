import type { Geometry } from './geometry.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The points of a series, split into runs at gaps. */
export function runsOf({ spans, positions, valueAt }: Geometry, index: number): Point[][] {
  const runs: Point[][] = [[]];
  for (const [n, span] of (spans[index] ?? []).entries()) {
    if (span === null) runs.push([]);
    else runs.at(-1)?.push({ x: positions[n] ?? 0, y: valueAt(span[1]) });
  }
  return runs.filter((run) => run.length > 0);
}

const slope = (a: Point, b: Point): number => (b.y - a.y) / (b.x - a.x || 1);

/** The slope at each point, limited so that the curve stays between two neighbours (Fritsch and Carlson). */
function tangents(points: readonly Point[]): number[] {
  return points.map((point, n) => {
    const before = points[n - 1];
    const after = points[n + 1];
    if (!before || !after) return before ? slope(before, point) : after ? slope(point, after) : 0;
    const [left, right] = [slope(before, point), slope(point, after)];
    if (left * right <= 0) return 0;
    return Math.sign(left) * Math.min(Math.abs(left + right) / 2, 3 * Math.abs(left), 3 * Math.abs(right));
  });
}

const at = (x: number, y: number): string => `${x.toFixed(1)},${y.toFixed(1)}`;

function curve(points: readonly Point[]): string {
  const slopes = tangents(points);
  return points
    .map((point, n) => {
      const before = points[n - 1];
      if (!before) return `M${at(point.x, point.y)}`;
      const third = (point.x - before.x) / 3;
      const leaving = at(before.x + third, before.y + third * (slopes[n - 1] ?? 0));
      const arriving = at(point.x - third, point.y - third * (slopes[n] ?? 0));
      return `C${leaving} ${arriving} ${at(point.x, point.y)}`;
    })
    .join('');
}

export const linePath = (runs: readonly Point[][]): string => runs.map(curve).join('');

/** The area between the line and zero. */
export const areaPath = (runs: readonly Point[][], zero: number): string =>
  runs.map((run) => `${curve(run)}L${at(run.at(-1)?.x ?? 0, zero)}L${at(run[0]?.x ?? 0, zero)}Z`).join('');

/** A dot for each point, as one path. */
export const dotsPath = (points: readonly Point[], r: number): string =>
  points.map(({ x, y }) => `M${at(x - r, y)}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0`).join('');
