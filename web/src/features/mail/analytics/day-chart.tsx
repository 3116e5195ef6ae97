import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { daysOf, type Period } from '~/lib/period.ts';
import type { Analytics, CountName } from '../mail-api.ts';
import { useFormat } from '../parts/format.ts';

export const countColors: Readonly<Partial<Record<CountName, string>>> = {
  sent: 'accent.6',
  delivered: 'teal.6',
  uniqueOpens: 'cyan.6',
  uniqueClicks: 'grape.6',
  bounced: 'red.6',
  complained: 'orange.6',
  unsubscribed: 'yellow.7',
  failed: 'gray.6',
};

export const chartedCounts = Object.keys(countColors) as readonly CountName[];

interface DayChartProps {
  readonly period: Period;
  readonly analytics: Analytics;
  readonly counts: readonly CountName[];
  /** The period before, drawn below with dashes. */
  readonly before?: { readonly period: Period; readonly analytics: Analytics } | undefined;
  readonly height?: number;
  /** Left out where the page explains the colours itself. */
  readonly withLegend?: boolean;
}

/** Numbers of mails by day. */
export function DayChart({ period, analytics, counts, before, height = 280, withLegend = true }: DayChartProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const values = countsByDay(analytics);
  const earlier = before && { days: daysOf(before.period), values: countsByDay(before.analytics) };
  const data = daysOf(period).map((day, n) => ({
    day: format.day(day),
    ...Object.fromEntries(counts.map((count) => [count, values.get(day)?.[count] ?? 0])),
    ...(earlier &&
      Object.fromEntries(
        counts.map((count) => [`${count}Before`, earlier.values.get(earlier.days[n] ?? '')?.[count] ?? 0]),
      )),
  }));
  const series = counts.flatMap((count) => {
    const color = countColors[count] ?? 'gray.6';
    const label = t(`counts.${count}`);
    return [
      { name: count, label, color },
      ...(before
        ? [{ name: `${count}Before`, label: t('stats.beforeOf', { label }), color, strokeDasharray: '4 4' }]
        : []),
    ];
  });
  return (
    <LineChart
      h={height}
      data={data}
      dataKey="day"
      series={series}
      curveType="monotone"
      withDots={data.length <= 31}
      strokeWidth={2}
      valueFormatter={format.number}
      withLegend={withLegend}
      legendProps={{ verticalAlign: 'bottom' }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      xAxisProps={{ minTickGap: 32 }}
      lineChartProps={{ accessibilityLayer: true }}
      role="img"
      aria-label={t('analytics.byDay')}
    />
  );
}

const countsByDay = ({ groups }: Analytics) => new Map(groups.map((group) => [group.day ?? '', group]));
