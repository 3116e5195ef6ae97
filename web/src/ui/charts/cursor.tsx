import styles from './charts.module.css';
import type { Geometry } from './geometry.ts';
import { dotsPath } from './line-path.ts';
import type { Series } from './series.ts';

interface CursorProps {
  readonly geometry: Geometry;
  readonly index: number;
}

/** Marks the active label: its band, or a line across the chart. */
export function Cursor({ geometry, index }: CursorProps) {
  const { plot, positions, band, kind, lying } = geometry;
  const at = positions[index] ?? 0;
  if (kind !== 'bar') return <line className={styles.cursor} x1={at} x2={at} y1={plot.top} y2={plot.bottom} />;
  const area = lying
    ? { x: plot.left, y: at - band / 2, width: plot.right - plot.left, height: band }
    : { x: at - band / 2, y: plot.top, width: band, height: plot.bottom - plot.top };
  return <rect className={styles.band} {...area} />;
}

interface ActiveDotsProps extends CursorProps {
  readonly series: readonly Series[];
}

/** The points of all lines at the cursor. */
export function ActiveDots({ geometry: { positions, spans, valueAt }, index, series }: ActiveDotsProps) {
  return series.map(({ label, color }, n) => {
    const span = spans[n]?.[index];
    if (!span) return null;
    return (
      <path
        key={label}
        className={styles.activeDot}
        d={dotsPath([{ x: positions[index] ?? 0, y: valueAt(span[1]) }], 4.5)}
        fill={color}
      />
    );
  });
}
