import { Alert, Button, Group, Stack, Tabs } from '@mantine/core';
import { IconAlertTriangle, IconChartLine, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { useMayWrite } from '~/metadata/may-write.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { type Batch, paths } from '../mail-api.ts';
import { RenderedContent } from '../parts/rendered-content.tsx';
import { BatchActions } from './batch-actions.tsx';
import { BatchCounts } from './batch-counts.tsx';
import { Recipients } from './recipients.tsx';
import { useBatch } from './use-batch.ts';
import { useSpeed } from './use-speed.ts';

export function BatchPage() {
  const { t } = useTranslation('mail');
  const { id } = useParams({ strict: false }) as { id: string };
  const [{ tab = 'recipients' }, setState] = useUrlState<{ tab: string }>();
  const snapshot = useQuery({
    queryKey: keys.record(paths.snapshots, id),
    queryFn: ({ signal }) => records.get(paths.snapshots, id, [], signal),
  });
  const mayWrite = useMayWrite('communications.emailSnapshots', snapshot.data);
  const batch = useBatch(snapshot.data);
  const speed = useSpeed(batch.data, batch.dataUpdatedAt);
  const failure = snapshot.error ?? batch.error;
  if (failure)
    return (
      <ErrorState
        error={failure}
        onRetry={() => {
          snapshot.refetch();
          batch.refetch();
        }}
      />
    );
  if (!snapshot.data || batch.data === undefined) return <PageLoading />;
  const mailing = snapshot.data;
  return (
    <Page
      above={<BackLink to="/mail/batches" label={t('pages.batches')} />}
      title={
        <Group gap="xs" component="span">
          {String(mailing.name || mailing.subject || id)}
          <StatusBadge model="communications.emailSnapshots" value={batch.data?.status ?? mailing.status} />
        </Group>
      }
      description={mailing.name ? String(mailing.subject ?? '') : undefined}
      actions={
        <>
          <Button
            component={Link}
            to={`/mail/analytics?batchId=${id}`}
            size="xs"
            variant="default"
            leftSection={<IconChartLine size={16} />}
          >
            {t('pages.analytics')}
          </Button>
          {batch.data && mayWrite && <BatchActions batch={batch.data} />}
        </>
      }
    >
      <Stack gap="md">
        {batch.data === null && (
          <Alert icon={<IconInfoCircle size={18} />} variant="light" color="gray">
            {t('batch.imported')}
          </Alert>
        )}
        {batch.data?.pauseReason && (
          <Alert
            icon={<IconAlertTriangle size={18} />}
            variant="light"
            color="orange"
            title={t('batch.pausedByServer')}
          >
            {batch.data.pauseReason}
          </Alert>
        )}
        <BatchCounts batch={batch.data ?? storedCounts(mailing)} speed={speed} />
        <Tabs value={tab} onChange={(value) => setState({ tab: value ?? undefined })} keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="recipients">{t('batches.recipients')}</Tabs.Tab>
            <Tabs.Tab value="content">{t('batch.content')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="recipients">
            <Recipients batchId={id} />
          </Tabs.Panel>
          <Tabs.Panel value="content">
            <RenderedContent mailing={mailing} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Page>
  );
}

/** The counts stored in the record, for a mailing that was not sent as a batch. */
function storedCounts(mailing: RecordData): Batch {
  const number = (key: string) => Number(mailing[key] ?? 0);
  return {
    batchId: mailing._id,
    status: 'sent',
    pauseReason: null,
    accepted: number('recipientCount'),
    sent: number('sentCount'),
    delivered: number('deliveredCount'),
    failed: number('failedCount'),
    bounced: number('bounceCount'),
    skipped: number('skippedCount'),
    duplicates: number('duplicateCount'),
    startedAt: String(mailing.takenAt ?? mailing.createdAt),
    finishedAt: mailing.sentAt === null ? null : String(mailing.sentAt),
  };
}
