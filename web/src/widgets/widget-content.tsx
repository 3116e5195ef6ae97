import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CartesianChart } from './cartesian-chart.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { KpiWidget } from './kpi-widget.tsx';
import { NumberTable } from './number-table.tsx';
import { RoundChart } from './round-chart.tsx';
import { RowsWidget } from './rows-widget.tsx';
import { TextWidget } from './text-widget.tsx';
import type { Widget, WidgetData } from './widget.ts';
import styles from './widgets.module.css';

interface WidgetContentProps {
  readonly widget: Widget;
  readonly data: WidgetData;
  /** True when the numbers of a chart are shown as a table. */
  readonly asNumbers?: boolean;
}

/** The content of a widget with its data. */
export function WidgetContent({ widget, data, asNumbers = false }: WidgetContentProps) {
  const { t } = useTranslation('dashboards');
  if (data.error) return <Message text={t(failureOf(widget, data.error.code))} details={data.error.message} alert />;
  if (data.type === 'text') return <TextWidget content={data.content ?? ''} />;
  if (data.type === 'kpi') return <KpiWidget data={data} />;
  if (data.type === 'list' || data.type === 'table')
    return data.rows?.length ? <RowsWidget data={data} /> : <Message text={t('noRecords')} />;
  if (!data.series.some(({ value }) => Number(value ?? 0) !== 0)) return <Message text={t('noNumbers')} />;
  if (asNumbers) return <NumberTable widget={widget} data={data} />;
  if (widget.chartType === 'funnel') return <FunnelChart widget={widget} data={data} />;
  if (widget.chartType === 'pie' || widget.chartType === 'donut') return <RoundChart widget={widget} data={data} />;
  return <CartesianChart widget={widget} data={data} />;
}

/** Viewers cannot repair a widget, so they get a short translated sentence. The server's message is in the tooltip. */
function failureOf({ type, model }: Widget, code: string): 'forbidden' | 'notSetUp' | 'unavailable' {
  if (code === 'forbidden') return 'forbidden';
  return type !== 'text' && !model ? 'notSetUp' : 'unavailable';
}

interface MessageProps {
  readonly text: string;
  readonly details?: string;
  readonly alert?: boolean;
}

function Message({ text, details, alert = false }: MessageProps) {
  return (
    <div className={styles.message} role={alert ? 'alert' : undefined} title={details}>
      <Text size="sm" c="dimmed" ta="center">
        {text}
      </Text>
    </div>
  );
}
