import { Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Section } from '~/ui/section.tsx';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { StatTile } from '~/views/parts/stat-tile.tsx';
import type { Campaign, CampaignResults } from './campaign.ts';
import { useResults } from './use-results.ts';

const totals = [
  'members',
  'responded',
  'converted',
  'submissions',
  'visits',
  'impressions',
  'clicks',
  'conversions',
] as const;
const mail = ['sent', 'delivered', 'opened', 'clicked', 'replied', 'bounced'] as const;

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** The cost and results of a campaign, summed over its channels. */
export function ResultsPanel({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('marketing-campaigns');
  const { data, error, refetch, isPending } = useResults(campaign);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  return (
    <Stack gap="md">
      <Budget campaign={campaign} budget={data.budget} />
      <Section title={t('results.reached')}>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
          {totals.map((key) => (
            <StatTile key={key} label={t(`results.${key}`)} value={data.totals[key]} />
          ))}
        </SimpleGrid>
      </Section>
      <Section title={t('results.mail')}>
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
          {mail.map((key) => (
            <StatTile
              key={key}
              label={t(`results.${key}`)}
              value={data.mail[key]}
              unwanted={key === 'bounced'}
              rate={
                key === 'sent'
                  ? undefined
                  : { value: share(data.mail[key], data.mail.sent), label: t('results.ofSent') }
              }
            />
          ))}
        </SimpleGrid>
      </Section>
      <Attribution attribution={data.attribution} />
    </Stack>
  );
}

function Budget({ campaign, budget }: { readonly campaign: Campaign; readonly budget: CampaignResults['budget'] }) {
  const { t } = useTranslation('marketing-campaigns');
  const format = useFormat();
  const { planned, cost, remaining } = budget;
  const money = (value: number) => format.money(value, campaign.currency);
  return (
    <Section title={t('results.budget')}>
      <Text size="sm" mb={6}>
        {t('results.spent', { cost: money(cost), planned: money(planned) })}
        {planned > 0 &&
          ` · ${t(remaining < 0 ? 'results.over' : 'results.left', { value: money(Math.abs(remaining)) })}`}
      </Text>
      <Progress
        value={Math.min(100, share(cost, planned) * 100)}
        color={remaining < 0 ? 'red' : 'teal'}
        aria-label={t('results.budget')}
      />
    </Section>
  );
}

const touches = ['firstTouch', 'lastTouch'] as const;

function Attribution({ attribution }: Pick<CampaignResults, 'attribution'>) {
  const { t } = useTranslation('marketing-campaigns');
  const format = useFormat();
  const columns = (found: NonNullable<typeof attribution>): Column<(typeof touches)[number]>[] => [
    { key: 'by', title: t('attribution.by'), cell: (key) => t(`attribution.${key}`) },
    {
      key: 'contacts',
      title: t('attribution.contacts'),
      align: 'right',
      cell: (key) => format.number(found[key].contacts),
    },
    { key: 'deals', title: t('attribution.deals'), align: 'right', cell: (key) => format.number(found[key].deals) },
    {
      key: 'revenue',
      title: t('attribution.revenue'),
      align: 'right',
      cell: (key) =>
        found[key].revenue.map(({ currency, value }) => format.money(value, currency)).join(', ') || format.number(0),
    },
  ];
  return (
    <Section title={t('attribution.title')} text={t('attribution.text')}>
      {attribution === null ? (
        <Text size="sm" c="dimmed">
          {t('attribution.hidden')}
        </Text>
      ) : (
        <DataTable label={t('attribution.title')} columns={columns(attribution)} rows={touches} rowKey={(key) => key} />
      )}
    </Section>
  );
}
