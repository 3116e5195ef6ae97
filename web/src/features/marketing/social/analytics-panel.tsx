import { Anchor, Box, SimpleGrid, Stack, Title } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { daysOf, lastDays, periods } from '~/lib/period.ts';
import { shades } from '~/ui/charts/series.ts';
import { XyChart } from '~/ui/charts/xy-chart.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { StatTile } from '~/views/parts/stat-tile.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { PeriodChoice } from '../period-choice.tsx';
import { PlatformIcon } from './platform-icon.tsx';
import { analyticsQuery } from './social-api.ts';

const columns = [
  'impressionCount',
  'engagementCount',
  'likeCount',
  'commentCount',
  'shareCount',
  'clickCount',
] as const;
const tiles = ['followerCount', ...columns] as const;
const maxPosts = 10;

/** The numbers of posts and accounts in a period, compared with the previous one. */
export function AnalyticsPanel() {
  const { t } = useTranslation('marketing-social');
  const format = useFormat();
  const [state, setState] = useUrlState<{ days: number; tab: string }>();
  const days = periods.find((one) => one === Number(state.days)) ?? 30;
  const { current } = lastDays(days);
  const { data, error, refetch } = useQuery(analyticsQuery(current));
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoading />;
  if (data.connections.length === 0)
    return (
      <Stack gap="md">
        <PeriodChoice days={days} onChange={(next) => setState({ days: next })} />
        <EmptyState icon={IconChartLine} title={t('analytics.nothing')} text={t('analytics.nothingText')} />
      </Stack>
    );
  const { totals, previous } = data;
  const shown = daysOf(current);
  const byDay = new Map(data.days.map((one) => [one.day, one]));
  const series = (['impressionCount', 'likeCount'] as const).map((key, n) => ({
    label: t(`metrics.${key}`),
    color: shades(n === 0 ? 'accent' : 'grape', 7, 4),
    values: shown.map((day) => byDay.get(day)?.[key] ?? 0),
  }));
  return (
    <Stack gap="md">
      <PeriodChoice days={days} onChange={(next) => setState({ days: next })} />
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        <StatTile label={t('metrics.posts')} value={totals.publishedCount} before={previous?.totals.publishedCount} />
        {tiles.map((key) => (
          <StatTile key={key} label={t(`metrics.${key}`)} value={totals[key]} before={previous?.totals[key]} />
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
      <Numbers
        title={t('analytics.byAccount')}
        head={t('analytics.account')}
        rows={data.connections.map((one) => ({
          key: one.connectionId,
          platform: one.platform,
          name: one.name,
          counts: one,
        }))}
      />
      <Numbers
        title={t('analytics.topPosts')}
        head={t('posts.content')}
        rows={data.posts.slice(0, maxPosts).map((one) => ({
          key: one.postId,
          platform: one.platform,
          name: (
            <Anchor component={Link} to={`/marketing/social/posts/${one.postId}`} size="sm" lineClamp={1}>
              {one.content}
            </Anchor>
          ),
          counts: one,
        }))}
      />
    </Stack>
  );
}

interface NumbersRow {
  readonly key: string;
  readonly platform: string;
  readonly name: ReactNode;
  readonly counts: Readonly<Record<(typeof columns)[number], number>>;
}

interface NumbersProps {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly NumbersRow[];
}

/** A table of counts; renders nothing without rows. */
function Numbers({ title, head, rows }: NumbersProps) {
  const { t } = useTranslation('marketing-social');
  const format = useFormat();
  if (rows.length === 0) return null;
  const all: Column<NumbersRow>[] = [
    {
      key: 'name',
      title: head,
      cell: ({ platform, name }) => (
        <Box component="span" maw={320} style={{ display: 'flex', gap: 6, alignItems: 'center' }}>
          <PlatformIcon platform={platform} size={16} /> {name}
        </Box>
      ),
    },
    ...columns.map(
      (key): Column<NumbersRow> => ({
        key,
        title: t(`metrics.${key}`),
        align: 'right',
        cell: ({ counts }) => format.number(counts[key]),
      }),
    ),
  ];
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      <DataTable label={title} columns={all} rows={rows} rowKey={({ key }) => key} minWidth={620} />
    </section>
  );
}
