import { Badge, Button, Group, Stack } from '@mantine/core';
import { IconLock, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { FieldsPanel } from '~/views/parts/fields-panel.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';
import { DnsRecords } from './dns-records.tsx';
import { ServerDialog } from './server-dialog.tsx';
import { TransportHealth } from './transport-health.tsx';
import { TransportTestPanel } from './transport-test.tsx';

const model = 'communications.emailTransports';

/** A mail server: its state, a test, its settings and its DNS records. */
export function TransportPage() {
  const { t } = useTranslation('mail');
  const mayWrite = useCan().scope('communications:admin');
  const navigate = useNavigate();
  const { id } = useParams({ strict: false }) as { id: string };
  const [changing, setChanging] = useState(false);
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.record(paths.transports, id),
    queryFn: ({ signal }) => records.get(paths.transports, id, [], signal),
  });
  const remove = useMutation({
    mutationFn: () => records.remove(paths.transports, id),
    onSuccess: () => {
      notifyDone(t('transports.deleted'));
      navigate({ to: '/mail/transports' });
    },
    onError: (failure) => notifyError(failure),
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const askToDelete = () =>
    confirm({
      title: t('transports.delete.title', { name: String(data.name) }),
      text: t('transports.delete.text'),
      action: t('common:delete'),
      danger: true,
      run: () => remove.mutate(),
    });
  return (
    <Page
      above={<BackLink to="/mail/transports" label={t('pages.transports')} />}
      title={
        <Group gap="xs" component="span">
          {String(data.name)}
          {data.active === false ? (
            <Badge variant="light" color="gray" size="sm" radius="sm" tt="none" c="var(--mantine-color-text)" fw={500}>
              {t('transports.inactive')}
            </Badge>
          ) : (
            <StatusBadge model={model} value={data.status} />
          )}
        </Group>
      }
      actions={
        mayWrite && (
          <>
            <Button size="xs" variant="default" leftSection={<IconLock size={16} />} onClick={() => setChanging(true)}>
              {t('server.change')}
            </Button>
            <Button
              size="xs"
              variant="default"
              c="red"
              leftSection={<IconTrash size={16} />}
              loading={remove.isPending}
              onClick={askToDelete}
            >
              {t('common:delete')}
            </Button>
          </>
        )
      }
      width={1000}
    >
      <Stack gap="md">
        <TransportHealth transport={data} />
        {mayWrite && <TransportTestPanel transport={data} />}
        <FieldsPanel
          title={t('settings')}
          model={model}
          record={data}
          fields={['name', 'active', 'fromName', 'fromEmail', 'provider', 'eventKey']}
        />
        <FieldsPanel
          title={t('transports.limitsTitle')}
          text={t('transports.limitsText')}
          model={model}
          record={data}
          fields={['ratePerSecond', 'dailyLimit', 'warmUpDays', 'maxConnections']}
        />
        <FieldsPanel
          title={t('transports.domains')}
          model={model}
          record={data}
          fields={['dkimDomain', 'returnPathDomain']}
        />
        {mayWrite && <DnsRecords transport={data} />}
      </Stack>
      {changing && <ServerDialog transport={data} onClose={() => setChanging(false)} />}
    </Page>
  );
}
