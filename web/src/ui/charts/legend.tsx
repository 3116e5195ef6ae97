import styles from './charts.module.css';
import type { Series } from './series.ts';
import { Swatch } from './swatch.tsx';

interface LegendProps {
  readonly series: readonly Series[];
  /** Called with the index of the series below the pointer. */
  readonly onHighlight: (index: number | undefined) => void;
}

/** Shows the colour of each series. */
export function Legend({ series, onHighlight }: LegendProps) {
  return (
    <ul className={styles.legend}>
      {series.map(({ label, color, dashed }, n) => (
        <li
          key={label}
          className={styles.legendItem}
          onPointerEnter={() => onHighlight(n)}
          onPointerLeave={() => onHighlight(undefined)}
        >
          <Swatch color={color} dashed={dashed} />
          {label}
        </li>
      ))}
    </ul>
  );
}
