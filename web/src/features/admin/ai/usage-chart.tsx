import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageRow } from '~/api/ai.ts';
import { shades } from '~/ui/charts/series.ts';
import { XyChart } from '~/ui/charts/xy-chart.tsx';
import { useUsageFormat } from './usage-format.ts';

const measures = ['cost', 'requests', 'totalTokens'] as const;
type Measure = (typeof measures)[number];

/** The stacked bars of each measure. */
const barsOf = {
  cost: [['cost', shades('accent', 7, 4)]],
  requests: [['requests', shades('accent', 7, 4)]],
  totalTokens: [
    ['promptTokens', shades('accent', 7, 4)],
    ['completionTokens', shades('teal', 7, 5)],
  ],
} as const;

interface UsageChartProps {
  readonly rows: readonly UsageRow[];
  readonly days: readonly string[];
  readonly currency: string | undefined;
}

/** A chart of one measure by day. */
export function UsageChart({ rows, days, currency }: UsageChartProps) {
  const { t } = useTranslation('admin-ai');
  const format = useUsageFormat(currency);
  const [measure, setMeasure] = useState<Measure>('cost');
  const byDay = new Map(rows.map((row) => [row.day?.slice(0, 10), row]));
  const series = barsOf[measure].map(([name, color]) => ({
    label: t(`usage.${name}`),
    color,
    values: days.map((day) => Number(byDay.get(day)?.[name] ?? 0)),
  }));
  const shown = measure === 'cost' ? format.cost : format.number;
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label={t('usage.measure')}
        data={measures.map((one) => ({ value: one, label: t(`usage.${one}`) }))}
        value={measure}
        onChange={(value) => setMeasure(value as Measure)}
      />
      <XyChart
        kind="bar"
        stacked
        label={t('usage.byDay')}
        labels={days.map(format.day)}
        series={series}
        height={240}
        withLegend={series.length > 1}
        formatValue={shown}
        formatTick={shown}
      />
    </>
  );
}
