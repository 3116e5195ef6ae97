import { Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Section } from '~/ui/section.tsx';
import { useFormat } from '~/views/parts/format.ts';
import parts from '~/views/parts/parts.module.css';
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

/** What a campaign cost and brought, added up from its channels. */
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

function Attribution({ attribution }: Pick<CampaignResults, 'attribution'>) {
  const { t } = useTranslation('marketing-campaigns');
  const format = useFormat();
  return (
    <Section title={t('attribution.title')} text={t('attribution.text')}>
      {attribution === null ? (
        <Text size="sm" c="dimmed">
          {t('attribution.hidden')}
        </Text>
      ) : (
        <Table verticalSpacing={6} aria-label={t('attribution.title')} className={parts.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('attribution.by')}</Table.Th>
              <Table.Th ta="right">{t('attribution.contacts')}</Table.Th>
              <Table.Th ta="right">{t('attribution.deals')}</Table.Th>
              <Table.Th ta="right">{t('attribution.revenue')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(['firstTouch', 'lastTouch'] as const).map((key) => (
              <Table.Tr key={key}>
                <Table.Td>{t(`attribution.${key}`)}</Table.Td>
                <Table.Td ta="right" className="tabular">
                  {format.number(attribution[key].contacts)}
                </Table.Td>
                <Table.Td ta="right" className="tabular">
                  {format.number(attribution[key].deals)}
                </Table.Td>
                <Table.Td ta="right" className="tabular">
                  {attribution[key].revenue.map(({ currency, value }) => format.money(value, currency)).join(', ') ||
                    format.number(0)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}
