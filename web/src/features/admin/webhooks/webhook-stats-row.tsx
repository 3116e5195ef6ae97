import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { StatCard } from '~/views/parts/stat-card.tsx';
import { statsQuery } from './webhooks.ts';

/** The numbers of a webhook: delivered, failed and waiting events, and the response time. */
export function WebhookStatsRow({ id }: { readonly id: string }) {
  const { t, i18n } = useTranslation('admin');
  const { data, error, refetch } = useQuery(statsQuery(id));
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 });
  const number = (value: number | null | undefined) => (value == null ? '–' : format.format(value));
  const milliseconds = (value: number | null | undefined) => (value == null ? '–' : `${format.format(value)} ms`);
  const counts = data?.deliveries;
  const waiting = counts && counts.pending + counts.delivering + counts.retrying;
  const { lastDeliveredAt, lastFailedAt, oldestWaitingAt } = data ?? {};
  const hint = (time: string | null | undefined) => (time ? <Moment time={time} /> : undefined);
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
      <StatCard label={t('webhooks.stats.delivered')} value={number(counts?.delivered)} hint={hint(lastDeliveredAt)} />
      <StatCard label={t('webhooks.stats.failed')} value={number(counts?.failed)} hint={hint(lastFailedAt)} />
      <StatCard label={t('webhooks.stats.waiting')} value={number(waiting)} hint={hint(oldestWaitingAt)} />
      <StatCard
        label={t('webhooks.stats.latency')}
        value={milliseconds(data?.latencyMs.p50)}
        hint={
          data?.latencyMs.p95 == null ? undefined : t('webhooks.stats.p95', { value: milliseconds(data.latencyMs.p95) })
        }
      />
    </SimpleGrid>
  );
}
