import type { CSSProperties } from 'react';
import styles from './charts.module.css';
import { Swatch } from './swatch.tsx';

interface TooltipRow {
  readonly label: string;
  readonly color: string;
  readonly dashed?: boolean | undefined;
  readonly text: string;
}

interface TooltipProps {
  readonly title: string;
  readonly rows: readonly TooltipRow[];
  readonly place: CSSProperties;
}

/** Shows the values of a point. Screen readers get them from the live region of the chart. */
export function Tooltip({ title, rows, place }: TooltipProps) {
  return (
    <div className={styles.tooltip} style={place} data-tooltip aria-hidden>
      <div className={styles.tooltipTitle}>{title}</div>
      {rows.map(({ label, color, dashed, text }) => (
        <div key={label} className={styles.tooltipRow}>
          <Swatch color={color} dashed={dashed} />
          <span className={styles.tooltipLabel}>{label}</span>
          <span className={styles.tooltipValue}>{text}</span>
        </div>
      ))}
    </div>
  );
}
