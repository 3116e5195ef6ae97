import { Anchor, Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { useRefresh } from '~/api/refresh.ts';
import { backoffMs } from '~/lib/backoff.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { useAction } from '~/views/parts/use-action.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { RecoverModal } from './recover-modal.tsx';
import { DeliveryBadge } from './webhook-status.tsx';
import { type Delivery, deliveryStatuses, type Webhook, webhookActions, webhooksPath } from './webhooks.ts';

interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly mayWrite: boolean;
}

/** The delivery log of a webhook. */
export function Deliveries({ webhook, mayWrite }: DeliveriesProps) {
  const { t } = useTranslation('admin');
  const [{ status, delivery }, setState] = useUrlTexts();
  const [recovering, setRecovering] = useState(false);
  const pages = usePages<Delivery>({
    queryKey: [...keys.model(webhooksPath), 'deliveries', webhook._id, status],
    read: (cursor, signal) => webhookActions.deliveries(webhook._id, status, cursor, signal),
    pause: backoffMs,
  });
  const refresh = useRefresh(webhooksPath);
  const retry = useAction({
    run: ({ _id }: Delivery) => webhookActions.retry(webhook._id, _id),
    refresh,
    done: () => t('webhooks.retried'),
  });
  const canRetry = (row: Delivery) =>
    mayWrite && webhook.active && (row.status === 'failed' || row.status === 'retrying');
  const columns: Column<Delivery>[] = [
    {
      key: 'type',
      title: t('webhooks.event'),
      cell: ({ _id, type }) => (
        <Anchor component="button" size="sm" ff="monospace" onClick={() => setState({ delivery: _id })}>
          {type}
        </Anchor>
      ),
    },
    { key: 'status', title: t('users.status'), cell: (row) => <DeliveryBadge status={row.status} /> },
    { key: 'answer', title: t('webhooks.answer'), wide: true, cell: (row) => <LastAnswer delivery={row} /> },
    { key: 'attempts', title: t('webhooks.attempts'), wide: true, align: 'right', cell: (row) => row.attemptCount },
    { key: 'time', title: t('webhooks.created'), cell: ({ createdAt }) => <Moment time={createdAt} /> },
    {
      key: 'next',
      title: t('webhooks.next'),
      wide: true,
      cell: ({ nextAttemptAt }) => <Moment time={nextAttemptAt} />,
    },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      cell: (row) =>
        canRetry(row) && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => retry.run(row)}
            loading={retry.isRunning && retry.input?._id === row._id}
          >
            {t('webhooks.retry')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed">
          {t('webhooks.deliveriesText')}
        </Text>
        <Actions
          status={status}
          onStatus={(next) => setState({ status: next })}
          onRecover={mayWrite ? () => setRecovering(true) : undefined}
          isActive={webhook.active}
        />
      </Group>
      <ListTable
        label={t('webhooks.deliveries')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconSend} title={t('webhooks.noDeliveries')} text={t('webhooks.noDeliveriesText')} />}
      />
      {delivery && (
        <DeliveryDrawer
          webhookId={webhook._id}
          deliveryId={delivery}
          onClose={() => setState({ delivery: undefined })}
          canRetry={canRetry}
        />
      )}
      {recovering && <RecoverModal webhookId={webhook._id} onClose={() => setRecovering(false)} />}
    </>
  );
}

/** The status of the last answer, or the reason why there is none. */
function LastAnswer({ delivery }: { readonly delivery: Delivery }) {
  const last = delivery.attempts.at(-1);
  if (!last) return '–';
  return (
    <Text size="sm" lineClamp={1} maw={280} title={last.error ?? undefined}>
      {last.responseStatus ?? last.error}
    </Text>
  );
}

interface ActionsProps {
  readonly status: string | undefined;
  readonly onStatus: (status: string | undefined) => void;
  /** Undefined when the person may not change the webhook. */
  readonly onRecover: (() => void) | undefined;
  readonly isActive: boolean;
}

/** The status filter of the log, and the button that sends missed events again. */
function Actions({ status, onStatus, onRecover, isActive }: ActionsProps) {
  const { t } = useTranslation('admin');
  return (
    <Group gap="xs">
      <NativeSelect
        size="xs"
        aria-label={t('webhooks.byStatus')}
        value={status ?? ''}
        onChange={(event) => onStatus(event.currentTarget.value || undefined)}
        data={[
          { value: '', label: t('webhooks.anyStatus') },
          ...deliveryStatuses.map((value) => ({ value, label: t(`webhooks.statuses.${value}`) })),
        ]}
      />
      {onRecover && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          onClick={onRecover}
          disabled={!isActive}
        >
          {t('webhooks.recover')}
        </Button>
      )}
    </Group>
  );
}
