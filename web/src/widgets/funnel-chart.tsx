import { useTranslation } from 'react-i18next';
import { useFormat } from './format.ts';
import { RecordsLink } from './records-link.tsx';
import type { Widget, WidgetData } from './widget.ts';
import styles from './widgets.module.css';

interface FunnelChartProps {
  readonly widget: Widget;
  readonly data: WidgetData;
}

/** Stages in a column, each as wide as its value. */
export function FunnelChart({ widget, data }: FunnelChartProps) {
  const { t } = useTranslation('dashboards');
  const format = useFormat(data.unit?.currency);
  const values = data.series.map(({ value }) => Number(value ?? 0));
  const highest = Math.max(...values, 0);
  return (
    <ul className={styles.funnel}>
      {data.series.map((point, n) => {
        const share = highest > 0 ? Math.max(0, values[n] ?? 0) / highest : 0;
        return (
          <li key={String(point.key)}>
            <RecordsLink data={data} filter={point.filter} className={styles.stage}>
              <span className={styles.stageName}>{format.group(widget, point)}</span>
              <span className={styles.track} aria-hidden>
                <span className={styles.bar} style={{ inlineSize: `${Math.max(share * 100, 1)}%` }} />
              </span>
              <span className={styles.stageValue} title={t('ofHighest', { share: format.percent(share) })}>
                {format.short(point.value)}
              </span>
            </RecordsLink>
          </li>
        );
      })}
    </ul>
  );
}
