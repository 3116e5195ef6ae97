import { columnWidth } from './layout.ts';

interface Ends {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
  readonly via?: number | undefined;
}

/** A line downwards, in the column of the target, or in one of its own when it passes other levels. */
export function downward({ sourceX, sourceY, targetX, targetY, via = targetX }: Ends) {
  const turn = sourceY + 22;
  const back = targetY - 14;
  const points: [number, number][] = [
    [sourceX, sourceY],
    [sourceX, turn],
    [via, turn],
    [via, back],
    [targetX, back],
    [targetX, targetY],
  ];
  return { path: rounded(points), x: via, y: sourceY + 46 };
}

/** The middle of the gap between two columns, from the middle of a node. */
const gap = columnWidth / 2;

/** A line back up to an earlier step, beside the nodes, so that it does not cover the ways down. */
export function backward({ sourceX, sourceY, targetX, targetY }: Ends) {
  const lane = Math.min(sourceX, targetX) - gap;
  const [turn, back] = [sourceY + 12, targetY - 14];
  const path = rounded([
    [sourceX, sourceY],
    [sourceX, turn],
    [lane, turn],
    [lane, back],
    [targetX, back],
    [targetX, targetY],
  ]);
  return { path, x: lane, y: (turn + back) / 2 };
}

/** Lines between points, with round corners. */
function rounded(points: readonly (readonly [number, number])[]): string {
  const distinct = points.filter(([x, y], n) => n === 0 || x !== points[n - 1]?.[0] || y !== points[n - 1]?.[1]);
  return distinct
    .map(([x, y], n) => {
      const [before, next] = [distinct[n - 1], distinct[n + 1]];
      if (!before) return `M${x},${y}`;
      if (!next) return `L${x},${y}`;
      const [inX, inY] = towards([x, y], before);
      const [outX, outY] = towards([x, y], next);
      return `L${inX},${inY}Q${x},${y} ${outX},${outY}`;
    })
    .join('');
}

const cornerRadius = 8;

function towards([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): readonly [number, number] {
  const length = Math.hypot(toX - x, toY - y);
  const part = Math.min(cornerRadius, length / 2) / (length || 1);
  return [x + (toX - x) * part, y + (toY - y) * part];
}
