import { memo } from 'react';
import styles from './charts.module.css';
import type { Geometry } from './geometry.ts';
import { areaPath, dotsPath, linePath, runsOf } from './line-path.ts';
import type { Series } from './series.ts';

/** With more points than this, the dots would look like a thick line. */
const maxDots = 31;

interface LinesProps {
  readonly geometry: Geometry;
  readonly series: readonly Series[];
  readonly highlighted: number | undefined;
}

/** A line per series, above an area in area charts. */
export const Lines = memo(function Lines({ geometry, series, highlighted }: LinesProps) {
  const zero = geometry.valueAt(0);
  return series.map(({ label, color, dashed }, n) => {
    const runs = runsOf(geometry, n);
    // A point between two gaps has no line, so it gets a dot.
    const dots =
      geometry.positions.length <= maxDots ? runs.flat() : runs.flatMap((run) => (run.length < 2 ? run : []));
    return (
      <g key={label} className={styles.mark} data-faded={highlighted !== undefined && highlighted !== n}>
        {geometry.kind === 'area' && <path className={styles.area} d={areaPath(runs, zero)} fill={color} />}
        <path className={styles.line} data-dashed={dashed} d={linePath(runs)} stroke={color} />
        {!dashed && dots.length > 0 && <path d={dotsPath(dots, 2.5)} fill={color} />}
      </g>
    );
  });
});
