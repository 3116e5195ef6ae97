import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ring } from '~/ui/charts/ring.tsx';
import { shades } from '~/ui/charts/series.ts';
import { useFormat } from './format.ts';
import { RecordsLink } from './records-link.tsx';
import type { Widget, WidgetData } from './widget.ts';
import styles from './widgets.module.css';

interface RoundChartProps {
  readonly widget: Widget;
  readonly data: WidgetData;
}

/** Neighbouring colours differ in lightness too. All have a contrast of 3:1 with the surface. */
const colors = [
  shades('accent', 8, 5),
  shades('teal', 7, 4),
  shades('orange', 8, 6),
  shades('grape', 5, 3),
  shades('cyan', 9, 7),
  shades('lime', 9, 4),
  shades('pink', 7, 6),
];
const otherColor = shades('gray', 6, 5);

const colorAt = (n: number): string => colors[n] ?? otherColor;

/** A pie or donut, with a list of links for its parts. */
export function RoundChart({ widget, data }: RoundChartProps) {
  const { t } = useTranslation('dashboards');
  const format = useFormat(data.unit?.currency);
  const [active, setActive] = useState<number>();
  const points = data.series.filter(({ value }) => Number(value ?? 0) > 0);
  const total = points.reduce((sum, { value }) => sum + Number(value), 0);
  const parts = points.map((point, n) => ({
    key: String(point.key),
    label: format.group(widget, point),
    value: Number(point.value),
    color: colorAt(n),
  }));
  return (
    <div className={styles.round}>
      <Ring
        label={data.title || t('type.chart')}
        parts={parts}
        formatValue={format.value}
        active={active}
        onActive={setActive}
        {...(widget.chartType !== 'pie' && {
          thickness: 22,
          middle: data.value === null ? undefined : format.short(total),
        })}
      />
      <ul className={styles.legend}>
        {points.map((point, n) => (
          <li
            key={String(point.key)}
            onPointerEnter={() => setActive(n)}
            onPointerLeave={() => setActive(undefined)}
            onFocus={() => setActive(n)}
            onBlur={() => setActive(undefined)}
          >
            <RecordsLink data={data} filter={point.filter} className={styles.part}>
              <span className={styles.swatch} style={{ backgroundColor: colorAt(n) }} aria-hidden />
              <span className={styles.partName}>{parts[n]?.label}</span>
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
