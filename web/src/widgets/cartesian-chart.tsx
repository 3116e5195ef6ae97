import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import { useNavigate } from '@tanstack/react-router';
import { modelPath } from '~/metadata/model.ts';
import { useFormat } from './format.ts';
import { searchOf } from './records-link.tsx';
import { type Point, unitOf, type Widget, type WidgetData } from './widget.ts';
import styles from './widgets.module.css';

interface CartesianChartProps {
  readonly widget: Widget;
  readonly data: WidgetData;
}

const maxLabel = 18;
const shortened = (text: string): string => (text.length > maxLabel ? `${text.slice(0, maxLabel - 1)}…` : text);

/** Bars, lines and areas. A click on a group opens its records. */
export function CartesianChart({ widget, data }: CartesianChartProps) {
  const format = useFormat();
  const navigate = useNavigate();
  const rows = data.series.map((point) => ({
    label: format.group(widget, point),
    value: point.value === null ? null : Number(point.value),
    point,
  }));
  const open = (point: Point | undefined) => {
    const { moduleKey, slug } = data;
    if (!point || moduleKey === undefined || slug === undefined) return;
    navigate({ to: modelPath({ moduleKey, slug }), search: searchOf(point.filter) as never });
  };
  const onClick = ({ activeIndex }: { activeIndex?: unknown }) => open(rows[Number(activeIndex)]?.point);
  const common = {
    data: rows,
    dataKey: 'label',
    h: '100%',
    className: styles.chart,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    series: [{ name: 'value', label: data.title, color: 'var(--atrium-chart)' }],
    valueFormatter: (value: number) => format.value(value),
    tooltipAnimationDuration: 0,
    xAxisProps: { minTickGap: 8, tickMargin: 8, interval: rows.length > 8 ? ('preserveStartEnd' as const) : 0 },
    yAxisProps: { width: 44, tickFormatter: format.axis, allowDecimals: false },
  };
  const still = { isAnimationActive: false };
  // The last label is centred below the last point, at the edge of the chart.
  const overTime = { onClick, margin: { right: 24 } } as never;
  if (widget.chartType === 'line')
    return (
      <LineChart
        {...common}
        curveType="monotone"
        withDots={rows.length < 32}
        lineProps={still}
        lineChartProps={overTime}
      />
    );
  if (widget.chartType === 'area')
    return (
      <AreaChart
        {...common}
        curveType="monotone"
        withDots={rows.length < 32}
        fillOpacity={0.18}
        areaProps={still}
        areaChartProps={overTime}
      />
    );
  // Long names have no room below each other's bars.
  const letters = Math.max(...rows.map(({ label }) => label.length)) * rows.length;
  const lying = unitOf(widget) === undefined && (rows.length > 6 || letters > 48);
  return (
    <BarChart
      {...common}
      {...(lying && {
        orientation: 'vertical' as const,
        gridAxis: 'y' as const,
        xAxisProps: { tickFormatter: format.axis, allowDecimals: false },
        yAxisProps: { width: 128, tickFormatter: shortened },
      })}
      maxBarWidth={44}
      barProps={{ ...still, radius: lying ? [0, 3, 3, 0] : [3, 3, 0, 0] }}
      barChartProps={{ onClick } as never}
    />
  );
}
