import { Anchor, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lastDays } from '~/lib/period.ts';
import { useCan } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Section } from '~/ui/section.tsx';
import { DayChart } from '../analytics/day-chart.tsx';
import { StatTiles } from '../analytics/stat-tiles.tsx';
import { useAnalytics } from '../analytics/use-analytics.ts';
import { LatestBatches } from './latest-batches.tsx';
import { NextMails } from './next-mails.tsx';
import { TransportHealth } from './transport-health.tsx';

/** An overview of mail: the last 30 days, running batches, and problems. */
export function OverviewPage() {
  const { t } = useTranslation('mail');
  const can = useCan();
  const { current, previous } = lastDays(30);
  const now = useAnalytics({ ...current, groupBy: 'day' });
  const before = useAnalytics({ ...previous, groupBy: 'day' });
  const compose = can.scope('communications:write') && (
    <Button component={Link} to="/mail/compose" size="xs" leftSection={<IconPencilPlus size={16} />}>
      {t('pages.compose')}
    </Button>
  );
  return (
    <Page title={t('overview.title')} description={t('overview.description')} actions={compose}>
      <Stack gap="md">
        {now.error ? (
          <ErrorState error={now.error} onRetry={() => now.refetch()} />
        ) : now.data ? (
          <>
            <StatTiles now={now.data} before={before.data} />
            <Panel title={t('analytics.byDay')} to="/mail/analytics" link={t('pages.analytics')}>
              {now.data.sent === 0 ? (
                <Text size="sm" c="dimmed">
                  {t('overview.nothingSent')}
                </Text>
              ) : (
                <DayChart
                  period={current}
                  analytics={now.data}
                  counts={['sent', 'uniqueOpens', 'uniqueClicks']}
                  height={200}
                />
              )}
            </Panel>
          </>
        ) : (
          <PageLoading />
        )}
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
          <Panel title={t('overview.batches')} to="/mail/batches" link={t('overview.all')}>
            <LatestBatches />
          </Panel>
          <Panel title={t('pages.scheduled')} to="/mail/scheduled" link={t('overview.all')}>
            <NextMails />
          </Panel>
          <Panel title={t('pages.transports')} to="/mail/transports" link={t('overview.all')}>
            <TransportHealth />
          </Panel>
        </SimpleGrid>
      </Stack>
    </Page>
  );
}

interface PanelProps {
  readonly title: string;
  readonly to: string;
  readonly link: string;
  readonly children: ReactNode;
}

const Panel = ({ title, to, link, children }: PanelProps) => (
  <Section
    title={title}
    actions={
      <Anchor component={Link} to={to} size="xs">
        {link}
      </Anchor>
    }
  >
    {children}
  </Section>
);
