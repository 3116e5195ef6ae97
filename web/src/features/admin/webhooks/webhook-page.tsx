import { Alert, Tabs } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookStatsRow } from './webhook-stats-row.tsx';
import { WebhookStatus } from './webhook-status.tsx';
import { webhookQuery } from './webhooks.ts';

export function WebhookPage() {
  const { t } = useTranslation('admin');
  const { id } = useParams({ strict: false }) as { id: string };
  const mayWrite = useCan().scope('integrations:write');
  const format = useFormat();
  const [{ tab = 'log' }, setState] = useUrlTexts();
  const { data, error, refetch } = useQuery(webhookQuery(id));
  const above = <BackLink to="/admin/webhooks" label={t('sections.webhooks.name')} />;
  if (error)
    return (
      <Page title={t('sections.webhooks.name')} above={above}>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page
      title={data.url}
      description={data.description ?? undefined}
      above={above}
      width={1100}
      actions={
        <>
          <WebhookStatus webhook={data} />
          {mayWrite && <WebhookActions webhook={data} />}
        </>
      }
    >
      {!data.active && (
        <Alert icon={<IconPlayerPause size={18} />} mb="sm" py="xs" title={t('webhooks.pausedTitle')}>
          {data.pausedReason ??
            (data.pausedAt
              ? t('webhooks.pausedSince', { time: format.exactTime(data.pausedAt) })
              : t('webhooks.pausedText'))}
        </Alert>
      )}
      <WebhookStatsRow id={id} />
      <Tabs
        keepMounted={false}
        mt="md"
        value={tab}
        onChange={(next) => setState({ tab: next === 'log' ? undefined : (next ?? undefined) })}
      >
        <Tabs.List>
          <Tabs.Tab value="log">{t('webhooks.deliveries')}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('webhooks.settings')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="log" pt="sm">
          <Deliveries webhook={data} mayWrite={mayWrite} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="sm">
          <WebhookForm webhook={data} readOnly={!mayWrite} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
