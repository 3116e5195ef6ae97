import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import type { Period } from '~/lib/period.ts';
import { titleOf, useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { paths } from '../mail-api.ts';
import { BreakdownTable } from './breakdown-table.tsx';
import { analyticsQuery } from './use-analytics.ts';

interface ByRecordProps {
  readonly period: Period;
  /** The field of mails that refers to the record. */
  readonly field: 'templateId' | 'campaignId' | 'communicationsCampaignId';
  readonly label: string;
}

const maxRows = 10;

/** The templates or campaigns with the most mails of the period. */
export function ByRecord({ period, field: key, label }: ByRecordProps) {
  const { t } = useTranslation('mail');
  const registry = useRegistry();
  const emails = registry.find('communications.emails');
  const field = emails && registry.field(emails, key);
  const target = field && registry.target(field);
  const input = {
    groupBy: [key],
    include: [key],
    filter: { [key]: { null: false }, sentAt: { gte: period.from } },
  };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.aggregate(paths.emails, input),
    queryFn: ({ signal }) => records.aggregate(paths.emails, input, signal),
    enabled: target !== undefined,
  });
  const groups = [...(data?.data ?? [])].sort((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, maxRows);
  const ids = groups.map((group) => String(group[key]));
  const filterKey = key === 'templateId' ? 'templateId' : 'campaignId';
  const counts = useQueries({
    queries: ids.map((id) =>
      analyticsQuery({
        filter: { campaignId: undefined, batchId: undefined, templateId: undefined, [filterKey]: id },
        ...period,
      }),
    ),
  });
  if (!target) return null;
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const failed = counts.find((query) => query.error)?.error;
  if (failed) return <ErrorState error={failed} onRetry={() => Promise.all(counts.map((query) => query.refetch()))} />;
  const rows = ids.map((id, n) => {
    const record = data.included?.[id];
    return { key: id, label: record ? titleOf(target, record) : t('analytics.deleted'), counts: counts[n]?.data };
  });
  return <BreakdownTable label={label} of={target.label} rows={rows} />;
}
