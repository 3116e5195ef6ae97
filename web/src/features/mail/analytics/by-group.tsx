import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { AnalyticsInput } from '../mail-api.ts';
import { BreakdownTable } from './breakdown-table.tsx';
import { useAnalytics } from './use-analytics.ts';

interface ByGroupProps {
  readonly input: AnalyticsInput;
  readonly groupBy: 'domain' | 'link';
}

const maxRows = 20;
const clicks = ['clicked', 'uniqueClicks'] as const;

/** The domains with the most mails, or the links with the most clicks. */
export function ByGroup({ input, groupBy }: ByGroupProps) {
  const { t } = useTranslation('mail');
  const { data, error, refetch, isPending } = useAnalytics({ ...input, groupBy });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const rows = data.groups.slice(0, maxRows).map((group) => {
    const name = group[groupBy] ?? '';
    return {
      key: name,
      label: name || t('analytics.unknown'),
      href: groupBy === 'link' ? name : undefined,
      counts: group,
    };
  });
  const label = t(`analytics.by.${groupBy}`);
  return (
    <BreakdownTable
      label={label}
      of={t(`analytics.${groupBy}`)}
      rows={rows}
      {...(groupBy === 'link' && { counts: clicks })}
    />
  );
}
