import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type AggregateInput, records } from '~/api/records.ts';
import { daysOf, lastDays, type Period, periods } from '~/lib/period.ts';
import { shades } from '~/ui/charts/series.ts';
import { XyChart } from '~/ui/charts/xy-chart.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useFormat } from '~/views/parts/format.ts';
import parts from '~/views/parts/parts.module.css';
import { StatTile } from '~/views/parts/stat-tile.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { PeriodChoice } from '../period-choice.tsx';
import { PlatformIcon } from './platform-icon.tsx';
import { postsPath } from './social-api.ts';

const counters = ['impressionCount', 'likeCount', 'commentCount', 'shareCount', 'clickCount'] as const;
const dayMs = 24 * 3_600_000;

/** Posts that were published in a period; its last day counts. */
const publishedIn = ({ from, to }: Period) => ({
  publishedAt: { gte: `${from}T00:00:00Z`, lt: new Date(Date.parse(to) + dayMs).toISOString() },
});

function useTotals(period: Period, groupBy: readonly string[]) {
  const input: AggregateInput = { filter: publishedIn(period), groupBy, sum: counters, tz: 'UTC' };
  return useQuery({
    queryKey: keys.aggregate(postsPath, input),
    queryFn: async ({ signal }) => (await records.aggregate(postsPath, input, signal)).data,
  });
}

/** What platforms counted for the posts of a period, and for those of the period before. */
export function AnalyticsPanel() {
  const { t } = useTranslation('marketing-social');
  const format = useFormat();
  const [state, setState] = useUrlState<{ days: number; tab: string }>();
  const days = periods.find((one) => one === Number(state.days)) ?? 30;
  const { current, previous } = lastDays(days);
  const now = useTotals(current, []);
  const before = useTotals(previous, []);
  const byDay = useTotals(current, ['publishedAt:day']);
  const byPlatform = useTotals(current, ['platform']);
  const failure = now.error ?? byDay.error ?? byPlatform.error;
  if (failure) return <ErrorState error={failure} onRetry={() => now.refetch()} />;
  if (!now.data || !byDay.data || !byPlatform.data) return <PageLoading />;
  const [totals] = now.data;
  const [earlier] = before.data ?? [];
  const shown = daysOf(current);
  const groups = new Map(
    byDay.data.map((group) => [String(group.publishedAt ?? group['publishedAt:day']).slice(0, 10), group]),
  );
  const series = [
    {
      label: t('metrics.impressionCount'),
      color: shades('accent', 7, 4),
      values: shown.map((day) => groups.get(day)?.sum?.impressionCount ?? 0),
    },
    {
      label: t('metrics.likeCount'),
      color: shades('grape', 7, 4),
      values: shown.map((day) => groups.get(day)?.sum?.likeCount ?? 0),
    },
  ];
  return (
    <Stack gap="md">
      <PeriodChoice days={days} onChange={(next) => setState({ days: next })} />
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
        <StatTile label={t('metrics.posts')} value={totals?.count ?? 0} before={earlier?.count} />
        {counters.map((key) => (
          <StatTile
            key={key}
            label={t(`metrics.${key}`)}
            value={totals?.sum?.[key] ?? 0}
            before={earlier?.sum?.[key] ?? undefined}
          />
        ))}
      </SimpleGrid>
      <XyChart
        kind="line"
        label={t('analytics.byDay')}
        labels={shown.map(format.day)}
        series={series}
        height={260}
        formatValue={format.number}
        formatTick={format.number}
      />
      {byPlatform.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('analytics.nothing')}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={520} type="native">
          <Table verticalSpacing={6} aria-label={t('analytics.byPlatform')} className={parts.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('analytics.platform')}</Table.Th>
                <Table.Th ta="right">{t('metrics.posts')}</Table.Th>
                {counters.map((key) => (
                  <Table.Th key={key} ta="right">
                    {t(`metrics.${key}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {byPlatform.data.map(({ platform, count, sum }) => (
                <Table.Tr key={String(platform)}>
                  <Table.Td>
                    <PlatformIcon platform={String(platform)} size={16} /> {String(platform ?? '')}
                  </Table.Td>
                  <Table.Td ta="right" className="tabular">
                    {format.number(count)}
                  </Table.Td>
                  {counters.map((key) => (
                    <Table.Td key={key} ta="right" className="tabular">
                      {format.number(sum?.[key])}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
