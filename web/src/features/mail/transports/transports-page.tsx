import { ActionIcon, Alert, Anchor, Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconInfoCircle, IconPlus, IconServer } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useFormat } from '~/views/parts/format.ts';
import classes from '~/views/parts/parts.module.css';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';
import { ServerDialog } from './server-dialog.tsx';

const input = { sort: ['position', 'createdAt'], limit: 100 };

/** The mail servers of the account, in order of use. */
export function TransportsPage() {
  const { t } = useTranslation('mail');
  const mayWrite = useCan().scope('communications:admin');
  const [adding, setAdding] = useState(false);
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.list(paths.transports, input),
    queryFn: ({ signal }) => records.list(paths.transports, input, signal),
  });
  const reorder = useMutation({
    mutationFn: (order: readonly RecordData[]) =>
      records.bulk(
        paths.transports,
        order.map(({ _id }, position) => ({ op: 'update' as const, _id, record: { position } })),
      ),
    onError: (failure) => notifyError(failure),
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const transports = data.data;
  const move = (from: number, to: number) => {
    const order = [...transports];
    order.splice(to, 0, ...order.splice(from, 1));
    reorder.mutate(order);
  };
  const add = mayWrite && (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('transports.new')}
    </Button>
  );
  return (
    <Page title={t('pages.transports')} description={t('transports.description')} actions={add}>
      {transports.length === 0 ? (
        <EmptyState
          icon={IconServer}
          title={t('transports.empty.title')}
          text={t('transports.empty.text')}
          action={add}
        />
      ) : (
        <Stack gap="sm">
          {transports.every(({ active }) => active === false) && (
            <Alert variant="light" color="gray" icon={<IconInfoCircle size={18} />}>
              {t('transports.noneActive')}
            </Alert>
          )}
          <Table.ScrollContainer minWidth={320} type="native">
            <Table verticalSpacing={6} className={classes.table} aria-label={t('pages.transports')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={90}>{t('transports.order')}</Table.Th>
                  <Table.Th>{t('lists.name')}</Table.Th>
                  <Table.Th>{t('status')}</Table.Th>
                  <Table.Th visibleFrom="sm">{t('server.fromEmail')}</Table.Th>
                  <Table.Th visibleFrom="sm">{t('transports.limits')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {transports.map((transport, n) => (
                  <TransportRow
                    key={transport._id}
                    transport={transport}
                    place={n + 1}
                    onUp={mayWrite && n > 0 ? () => move(n, n - 1) : undefined}
                    onDown={mayWrite && n < transports.length - 1 ? () => move(n, n + 1) : undefined}
                    busy={reorder.isPending}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Stack>
      )}
      {adding && <ServerDialog position={transports.length} onClose={() => setAdding(false)} />}
    </Page>
  );
}

interface TransportRowProps {
  readonly transport: RecordData;
  readonly place: number;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
  readonly busy: boolean;
}

function TransportRow({ transport, place, onUp, onDown, busy }: TransportRowProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const { name, active, status, statusReason, fromEmail, ratePerSecond, dailyLimit } = transport;
  const limits = [
    ratePerSecond && t('transports.perSecond', { number: format.number(ratePerSecond) }),
    dailyLimit && t('transports.perDay', { number: format.number(dailyLimit) }),
  ].filter(Boolean);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={2} wrap="nowrap">
          <Text size="sm" w={18} className="tabular">
            {place}
          </Text>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('transports.up', { name: String(name) })}
            disabled={!onUp || busy}
            onClick={onUp}
          >
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('transports.down', { name: String(name) })}
            disabled={!onDown || busy}
            onClick={onDown}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
        </Group>
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} to={`/mail/transports/${transport._id}`} size="sm" fw={500} c="inherit">
          {String(name)}
        </Anchor>
        {typeof statusReason === 'string' && statusReason !== '' && (
          <Text size="xs" c="dimmed">
            {statusReason}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {active === false ? (
          <Badge variant="light" color="gray" size="sm" radius="sm" tt="none" c="var(--mantine-color-text)" fw={500}>
            {t('transports.inactive')}
          </Badge>
        ) : (
          <StatusBadge model="communications.emailTransports" value={status} />
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">{String(fromEmail ?? '')}</Table.Td>
      <Table.Td visibleFrom="sm">{limits.join(' · ') || t('transports.noLimit')}</Table.Td>
    </Table.Tr>
  );
}
