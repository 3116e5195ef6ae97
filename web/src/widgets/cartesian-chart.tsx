import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { modelPath } from '~/metadata/model.ts';
import { XyChart } from '~/ui/charts/xy-chart.tsx';
import { useFormat } from './format.ts';
import { searchOf } from './records-link.tsx';
import { unitOf, type Widget, type WidgetData } from './widget.ts';

interface CartesianChartProps {
  readonly widget: Widget;
  readonly data: WidgetData;
}

/** Bars, lines or areas. A click on a group opens its records. */
export function CartesianChart({ widget, data }: CartesianChartProps) {
  const { t } = useTranslation('dashboards');
  const format = useFormat(data.unit?.currency);
  const navigate = useNavigate();
  const { moduleKey, slug } = data;
  const title = data.title || t('type.chart');
  const labels = data.series.map((point) => format.group(widget, point));
  const values = data.series.map(({ value }) => (value === null ? null : Number(value)));
  const open = (index: number) => {
    const point = data.series[index];
    if (!point || moduleKey === undefined || slug === undefined) return;
    navigate({ to: modelPath({ moduleKey, slug }), search: searchOf(point.filter) as never });
  };
  const kind = widget.chartType === 'line' || widget.chartType === 'area' ? widget.chartType : 'bar';
  // Many or long names do not fit below vertical bars.
  const letters = Math.max(...labels.map((label) => label.length)) * labels.length;
  const lying = kind === 'bar' && unitOf(widget) === undefined && (labels.length > 6 || letters > 48);
  return (
    <XyChart
      kind={kind}
      lying={lying}
      label={title}
      labels={labels}
      series={[{ label: title, color: 'var(--atrium-chart)', values }]}
      formatValue={format.value}
      formatTick={format.axis}
      onOpen={moduleKey === undefined ? undefined : open}
    />
  );
}
