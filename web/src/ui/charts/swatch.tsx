import styles from './charts.module.css';

interface SwatchProps {
  readonly color: string;
  readonly dashed?: boolean | undefined;
}

/** The colour of a series. */
export function Swatch({ color, dashed = false }: SwatchProps) {
  return <span className={styles.swatch} data-dashed={dashed} style={{ color }} aria-hidden />;
}
