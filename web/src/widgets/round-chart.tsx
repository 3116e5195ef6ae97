import { DonutChart, PieChart } from '@mantine/charts';
import { useFormat } from './format.ts';
import { RecordsLink } from './records-link.tsx';
import type { Point, Widget, WidgetData } from './widget.ts';
import styles from './widgets.module.css';

interface RoundChartProps {
  readonly widget: Widget;
  readonly data: WidgetData;
}

/** Colors of neighbouring parts differ in lightness too. */
const colors = ['accent.8', 'teal.5', 'orange.6', 'grape.4', 'cyan.7', 'lime.5', 'pink.6', 'gray.5'];
const otherColor = 'gray.4';

const colorAt = (n: number): string => colors[n] ?? otherColor;
const cssColor = (color: string): string => `var(--mantine-color-${color.replace('.', '-')})`;

/** Pies and donuts, with their parts as a list of links. */
export function RoundChart({ widget, data }: RoundChartProps) {
  const format = useFormat();
  const parts = data.series.filter(({ value }) => Number(value ?? 0) > 0);
  const total = parts.reduce((sum, { value }) => sum + Number(value), 0);
  const cells = parts.map((point, n) => ({
    name: format.group(widget, point),
    value: Number(point.value),
    color: colorAt(n),
  }));
  const common = {
    data: cells,
    withTooltip: true,
    tooltipDataSource: 'segment' as const,
    tooltipAnimationDuration: 0,
    valueFormatter: (value: number) => format.value(value),
    size: 148,
    strokeWidth: 1,
    pieProps: { isAnimationActive: false },
  };
  return (
    <div className={styles.round}>
      {widget.chartType === 'pie' ? (
        <PieChart {...common} />
      ) : (
        <DonutChart {...common} thickness={22} chartLabel={data.value === null ? '' : format.short(total)} />
      )}
      <ul className={styles.legend}>
        {parts.map((point: Point, n) => (
          <li key={String(point.key)}>
            <RecordsLink data={data} filter={point.filter} className={styles.part}>
              <span className={styles.swatch} style={{ backgroundColor: cssColor(colorAt(n)) }} aria-hidden />
              <span className={styles.partName}>{format.group(widget, point)}</span>
              <span className={styles.partValue}>
                {format.short(point.value)} · {format.percent(Number(point.value) / total)}
              </span>
            </RecordsLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
