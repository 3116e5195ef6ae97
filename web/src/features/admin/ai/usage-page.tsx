import { Button, SegmentedControl, SimpleGrid } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ai } from '~/api/ai.ts';
import { daysOf, lastDays, periods } from '~/lib/period.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { StatCard } from '~/views/parts/stat-card.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { UserName } from '../parts/user-name.tsx';
import { UsageChart } from './usage-chart.tsx';
import { useUsageFormat } from './usage-format.ts';
import { UsageTable } from './usage-table.tsx';

const useUsage = (from: string, to: string, groupBy: 'day' | 'user' | 'model') =>
  useQuery({
    queryKey: ['ai', 'usage', from, to, groupBy],
    queryFn: ({ signal }) => ai.usage({ from, to, groupBy }, signal),
    placeholderData: keepPreviousData,
  });

/** The use and cost of AI: by day, by person, by model. */
export function UsagePage() {
  const { t } = useTranslation('admin-ai');
  const [state, setState] = useUrlTexts();
  const days = periods.find((one) => one === Number(state.days)) ?? 30;
  const period = lastDays(days).current;
  const byDay = useUsage(period.from, period.to, 'day');
  const byUser = useUsage(period.from, period.to, 'user');
  const byModel = useUsage(period.from, period.to, 'model');
  const format = useUsageFormat(byDay.data?.currency);
  const error = byDay.error ?? byUser.error ?? byModel.error;
  const retry = () => {
    for (const { refetch } of [byDay, byUser, byModel]) void refetch();
  };
  const total = byDay.data?.total;
  return (
    <Page
      title={t('usage.title')}
      description={t('usage.description')}
      width={1100}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('usage.period')}
            data={periods.map((one) => ({ value: String(one), label: t('usage.days', { count: one }) }))}
            value={String(days)}
            onChange={(value) => setState({ days: value })}
          />
          <Button component={Link} to="/m/ai/aiModelPrices" size="xs" variant="default">
            {t('usage.prices')}
          </Button>
          <Button
            component={Link}
            to="/m/ai/aiCompletionLogs"
            search={{ sort: '-startedAt' } as never}
            size="xs"
            variant="default"
            leftSection={<IconListDetails size={16} />}
          >
            {t('usage.logs')}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : !total || !byUser.data || !byModel.data ? (
        <PageLoading />
      ) : total.requests === 0 ? (
        <EmptyState title={t('usage.none')} text={t('usage.noneText')} />
      ) : (
        <>
          <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
            <StatCard
              label={t('usage.cost')}
              value={format.cost(total.cost)}
              hint={total.unpriced > 0 ? t('usage.unpriced', { count: total.unpriced }) : undefined}
            />
            <StatCard label={t('usage.requests')} value={format.number(total.requests)} />
            <StatCard
              label={t('usage.promptTokens')}
              value={format.number(total.promptTokens)}
              hint={t('usage.cached', { tokens: format.number(total.cachedTokens) })}
            />
            <StatCard label={t('usage.completionTokens')} value={format.number(total.completionTokens)} />
          </SimpleGrid>
          <PageSection title={t('usage.byDay')}>
            <UsageChart rows={byDay.data?.data ?? []} days={daysOf(period)} currency={byDay.data?.currency} />
          </PageSection>
          <PageSection title={t('usage.byModel')}>
            <UsageTable
              label={t('usage.byModel')}
              first={t('usage.model')}
              rows={byModel.data.data}
              name={({ model }) => model}
              currency={byModel.data.currency}
            />
          </PageSection>
          <PageSection title={t('usage.byUser')}>
            <UsageTable
              label={t('usage.byUser')}
              first={t('usage.user')}
              rows={byUser.data.data}
              name={({ userId }) => <UserName id={userId} />}
              currency={byUser.data.currency}
            />
          </PageSection>
        </>
      )}
    </Page>
  );
}
