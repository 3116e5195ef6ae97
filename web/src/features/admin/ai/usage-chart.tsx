import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageRow } from '~/api/ai.ts';
import { useUsageFormat } from './usage-format.ts';

const measures = ['cost', 'requests', 'totalTokens'] as const;
type Measure = (typeof measures)[number];

interface UsageChartProps {
  readonly rows: readonly UsageRow[];
  readonly days: readonly string[];
  readonly currency: string | undefined;
}

/** One measure by day. */
export function UsageChart({ rows, days, currency }: UsageChartProps) {
  const { t } = useTranslation('admin-ai');
  const format = useUsageFormat(currency);
  const [measure, setMeasure] = useState<Measure>('cost');
  const byDay = new Map(rows.map((row) => [row.day?.slice(0, 10), row]));
  const data = days.map((day) => ({ day: format.day(day), value: Number(byDay.get(day)?.[measure] ?? 0) }));
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
      <BarChart
        h={240}
        data={data}
        dataKey="day"
        series={[{ name: 'value', label: t(`usage.${measure}`), color: 'accent.6' }]}
        valueFormatter={(value) => shown(value)}
        tickLine="none"
        gridAxis="x"
        maxBarWidth={32}
        barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
        xAxisProps={{ minTickGap: 32 }}
        yAxisProps={{ width: 72, allowDecimals: measure === 'cost' }}
        barChartProps={{ accessibilityLayer: true }}
        role="img"
        aria-label={t('usage.byDay')}
      />
    </>
  );
}
