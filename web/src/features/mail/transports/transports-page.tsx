import { ActionIcon, Alert, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { type Icon, IconArrowDown, IconArrowUp, IconInfoCircle, IconPlus, IconServer } from '@tabler/icons-react';
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
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { useFormat } from '~/views/parts/format.ts';
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
          <TransportTable transports={transports} mayMove={mayWrite && !reorder.isPending} onMove={move} />
        </Stack>
      )}
      {adding && <ServerDialog position={transports.length} onClose={() => setAdding(false)} />}
    </Page>
  );
}

interface TransportTableProps {
  readonly transports: readonly RecordData[];
  readonly mayMove: boolean;
  readonly onMove: (from: number, to: number) => void;
}

function TransportTable({ transports, mayMove, onMove }: TransportTableProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const limitsOf = ({ ratePerSecond, dailyLimit }: RecordData) =>
    [
      ratePerSecond && t('transports.perSecond', { number: format.number(ratePerSecond) }),
      dailyLimit && t('transports.perDay', { number: format.number(dailyLimit) }),
    ]
      .filter(Boolean)
      .join(' · ');
  const columns: Column[] = [
    {
      key: 'order',
      title: t('transports.order'),
      width: 90,
      cell: (transport) => {
        const n = transports.indexOf(transport);
        return (
          <Place
            name={String(transport.name)}
            place={n + 1}
            onUp={mayMove && n > 0 ? () => onMove(n, n - 1) : undefined}
            onDown={mayMove && n < transports.length - 1 ? () => onMove(n, n + 1) : undefined}
          />
        );
      },
    },
    { key: 'name', title: t('lists.name'), cell: (transport) => <TransportName transport={transport} /> },
    { key: 'status', title: t('status'), cell: (transport) => <TransportStatus transport={transport} /> },
    {
      key: 'fromEmail',
      title: t('server.fromEmail'),
      wide: true,
      cell: ({ fromEmail }) => String(fromEmail ?? ''),
    },
    {
      key: 'limits',
      title: t('transports.limits'),
      wide: true,
      cell: (transport) => limitsOf(transport) || t('transports.noLimit'),
    },
  ];
  return <DataTable label={t('pages.transports')} columns={columns} rows={transports} rowKey={({ _id }) => _id} />;
}

interface PlaceProps {
  readonly name: string;
  readonly place: number;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
}

/** The place of a mail server in the order of use, with buttons that change it. */
function Place({ name, place, onUp, onDown }: PlaceProps) {
  const { t } = useTranslation('mail');
  return (
    <Group gap={2} wrap="nowrap">
      <Text size="sm" w={18} className="tabular">
        {place}
      </Text>
      <MoveButton label={t('transports.up', { name })} icon={IconArrowUp} onMove={onUp} />
      <MoveButton label={t('transports.down', { name })} icon={IconArrowDown} onMove={onDown} />
    </Group>
  );
}

interface MoveButtonProps {
  readonly label: string;
  readonly icon: Icon;
  /** Undefined when the server cannot be moved. */
  readonly onMove: (() => void) | undefined;
}

function MoveButton({ label, icon: Arrow, onMove }: MoveButtonProps) {
  return (
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} disabled={!onMove} onClick={onMove}>
      <Arrow size={14} />
    </ActionIcon>
  );
}

function TransportName({ transport: { _id, name, statusReason } }: { readonly transport: RecordData }) {
  return (
    <>
      <Anchor component={Link} to={`/mail/transports/${_id}`} size="sm" fw={500} c="inherit">
        {String(name)}
      </Anchor>
      {typeof statusReason === 'string' && statusReason !== '' && (
        <Text size="xs" c="dimmed">
          {statusReason}
        </Text>
      )}
    </>
  );
}

function TransportStatus({ transport: { active, status } }: { readonly transport: RecordData }) {
  const { t } = useTranslation('mail');
  if (active !== false) return <StatusBadge model="communications.emailTransports" value={status} />;
  return (
    <Badge variant="light" color="gray" size="sm" radius="sm" tt="none" c="var(--mantine-color-text)" fw={500}>
      {t('transports.inactive')}
    </Badge>
  );
}
