import { useTranslation } from 'react-i18next';
import { daysOf, type Period } from '~/lib/period.ts';
import { shades } from '~/ui/charts/series.ts';
import { XyChart } from '~/ui/charts/xy-chart.tsx';
import { useFormat } from '~/views/parts/format.ts';
import type { Analytics, CountName } from '../mail-api.ts';

/** All colours have a contrast of 3:1 with the surface. */
export const countColors: Readonly<Partial<Record<CountName, string>>> = {
  sent: shades('accent', 7, 4),
  delivered: shades('teal', 8, 5),
  uniqueOpens: shades('cyan', 7, 4),
  uniqueClicks: shades('grape', 7, 4),
  bounced: shades('red', 8, 6),
  complained: shades('orange', 8, 5),
  unsubscribed: shades('lime', 9, 5),
  failed: shades('gray', 6, 5),
};

export const chartedCounts = Object.keys(countColors) as readonly CountName[];

interface DayChartProps {
  readonly period: Period;
  readonly analytics: Analytics;
  readonly counts: readonly CountName[];
  /** The previous period, drawn with dashes. */
  readonly before?: { readonly period: Period; readonly analytics: Analytics } | undefined;
  readonly height?: number;
  /** False when the page explains the colours itself. */
  readonly withLegend?: boolean;
}

/** Numbers of mails by day. */
export function DayChart({ period, analytics, counts, before, height = 280, withLegend = true }: DayChartProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const values = countsByDay(analytics);
  const earlier = before && { days: daysOf(before.period), values: countsByDay(before.analytics) };
  const days = daysOf(period);
  const series = counts.flatMap((count) => {
    const color = countColors[count] ?? 'currentcolor';
    const label = t(`counts.${count}`);
    const now = { label, color, values: days.map((day) => values.get(day)?.[count] ?? 0) };
    if (!earlier) return [now];
    const then = days.map((_, n) => earlier.values.get(earlier.days[n] ?? '')?.[count] ?? 0);
    return [now, { label: t('stats.beforeOf', { label }), color, values: then, dashed: true }];
  });
  return (
    <XyChart
      kind="line"
      label={t('analytics.byDay')}
      labels={days.map(format.day)}
      series={series}
      height={height}
      withLegend={withLegend}
      formatValue={format.number}
      formatTick={format.number}
    />
  );
}

const countsByDay = ({ groups }: Analytics) => new Map(groups.map((group) => [group.day ?? '', group]));
