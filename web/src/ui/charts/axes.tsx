import { memo } from 'react';
import styles from './charts.module.css';
import type { Geometry } from './geometry.ts';

/** The grid lines with their numbers, and the labels of the points. */
export const Axes = memo(function Axes({ geometry }: { readonly geometry: Geometry }) {
  const { plot, ticks, labels, lying, valueAt } = geometry;
  const zero = valueAt(0);
  return (
    <>
      {ticks.map(({ text, at }) =>
        lying ? (
          <g key={at}>
            <line className={styles.grid} data-zero={at === zero} x1={at} x2={at} y1={plot.top} y2={plot.bottom} />
            <text className={styles.label} x={at} y={plot.bottom + 16} textAnchor="middle">
              {text}
            </text>
          </g>
        ) : (
          <g key={at}>
            <line className={styles.grid} data-zero={at === zero} x1={plot.left} x2={plot.right} y1={at} y2={at} />
            <text className={styles.label} x={plot.left - 8} y={at} dy="0.35em" textAnchor="end">
              {text}
            </text>
          </g>
        ),
      )}
      {labels.map(({ text, at }) =>
        lying ? (
          <text key={at} className={styles.label} x={plot.left - 8} y={at} dy="0.35em" textAnchor="end">
            {text}
          </text>
        ) : (
          <text key={at} className={styles.label} x={at} y={plot.bottom + 17} textAnchor="middle">
            {text}
          </text>
        ),
      )}
    </>
  );
});
