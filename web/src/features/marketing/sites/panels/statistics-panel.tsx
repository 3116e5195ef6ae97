import { SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { daysOf, lastDays, periods } from '~/lib/period.ts';
import { shades } from '~/ui/charts/series.ts';
import { XyChart } from '~/ui/charts/xy-chart.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { StatTile } from '~/views/parts/stat-tile.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { PeriodChoice } from '../../period-choice.tsx';
import type { Website } from '../site.ts';
import { type Statistics, type StatisticsBy, siteKeys, sitesApi } from '../sites-api.ts';

const counts = ['views', 'visitors', 'conversions'] as const;
const groups = ['page', 'referrer', 'source', 'medium', 'campaign'] as const;

function useStatistics(site: Website, query: { from: string; to: string; by: StatisticsBy }) {
  return useQuery({
    queryKey: siteKeys.statistics(site._id, query),
    queryFn: ({ signal }) => sitesApi.statistics(site._id, query, signal),
  });
}

type Row = Statistics['data'][number];

/** Views, visitors and conversions of a website, counted without cookies. */
export function StatisticsPanel({ site }: { readonly site: Website }) {
  const { t } = useTranslation('marketing-sites');
  const format = useFormat();
  const [state, setState] = useUrlState<{ days: number; by: string; tab: string }>();
  const days = periods.find((one) => one === Number(state.days)) ?? 30;
  const { current, previous } = lastDays(days);
  const by = groups.find((one) => one === state.by) ?? 'page';
  const now = useStatistics(site, { ...current, by: 'day' });
  const before = useStatistics(site, { ...previous, by: 'day' });
  const parted = useStatistics(site, { ...current, by });
  if (now.error) return <ErrorState error={now.error} onRetry={() => now.refetch()} />;
  if (!now.data) return <PageLoading />;
  const byDay = new Map(now.data.data.map((row) => [row.key, row]));
  const shown = daysOf(current);
  const series = (['views', 'visitors'] as const).map((key) => ({
    label: t(`statistics.${key}`),
    color: key === 'views' ? shades('accent', 7, 4) : shades('teal', 8, 5),
    values: shown.map((day) => byDay.get(day)?.[key] ?? 0),
  }));
  const columns: Column<Row>[] = [
    { key: 'group', title: t(`statistics.${by}`), cell: (row) => row.label || row.key || t('statistics.none') },
    ...counts.map(
      (key): Column<Row> => ({
        key,
        title: t(`statistics.${key}`),
        align: 'right',
        cell: (row) => format.number(row[key]),
      }),
    ),
  ];
  return (
    <Stack gap="md">
      <PeriodChoice days={days} onChange={(next) => setState({ days: next })} />
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        {counts.map((key) => (
          <StatTile
            key={key}
            label={t(`statistics.${key}`)}
            value={now.data.totals[key]}
            before={before.data?.totals[key]}
          />
        ))}
      </SimpleGrid>
      <XyChart
        kind="line"
        label={t('statistics.byDay')}
        labels={shown.map(format.day)}
        series={series}
        height={260}
        formatValue={format.number}
        formatTick={format.number}
      />
      <SegmentedControl
        size="xs"
        w="fit-content"
        aria-label={t('statistics.by')}
        data={groups.map((value) => ({ value, label: t(`statistics.${value}`) }))}
        value={by}
        onChange={(value) => setState({ by: value })}
      />
      {parted.data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('statistics.nothing')}
        </Text>
      )}
      {parted.data && parted.data.data.length > 0 && (
        <DataTable label={t(`statistics.${by}`)} columns={columns} rows={parted.data.data} rowKey={({ key }) => key} />
      )}
    </Stack>
  );
}
