import { memo } from 'react';
import { barsPath } from './bar-path.ts';
import styles from './charts.module.css';
import type { Geometry } from './geometry.ts';
import type { Series } from './series.ts';

interface BarsProps {
  readonly geometry: Geometry;
  readonly series: readonly Series[];
  readonly highlighted: number | undefined;
}

export const Bars = memo(function Bars({ geometry, series, highlighted }: BarsProps) {
  return series.map(({ label, color }, n) => (
    <path
      key={label}
      className={styles.mark}
      data-faded={highlighted !== undefined && highlighted !== n}
      d={barsPath(geometry, n)}
      fill={color}
    />
  ));
});
