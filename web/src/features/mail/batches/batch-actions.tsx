import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { type Batch, mailApi, mailKeys, paths } from '../mail-api.ts';

/** The actions that the state of the batch permits: pause, resume, cancel, and retry failed mails. */
export function BatchActions({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation('mail');
  const client = useQueryClient();
  const refresh = useRefresh(paths.recipients);
  const { batchId, status } = batch;
  const changed = (next: Batch) => {
    client.setQueryData(mailKeys.batch(batchId), next);
    refresh();
  };
  const change = useMutation({
    mutationFn: (action: 'pause' | 'resume' | 'cancel') => mailApi.changeBatch(batchId, action),
    onSuccess: (next, action) => {
      changed(next);
      notifyDone(t(`batch.did.${action}`));
    },
    onError: (error) => {
      notifyError(error);
      client.invalidateQueries({ queryKey: mailKeys.batch(batchId) });
    },
  });
  const left = batch.accepted - batch.sent - batch.failed - batch.skipped;
  const cancel = () =>
    confirm({
      title: t('batch.cancel.title'),
      text: t('batch.cancel.text', { count: Math.max(0, left) }),
      action: t('batch.cancel.action'),
      danger: true,
      run: () => change.mutate('cancel'),
    });
  const isOpen = status === 'sending' || status === 'paused';
  return (
    <>
      {status === 'sending' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPause size={16} />}
          loading={change.isPending}
          onClick={() => change.mutate('pause')}
        >
          {t('batch.pause')}
        </Button>
      )}
      {status === 'paused' && (
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={16} />}
          loading={change.isPending}
          onClick={() => change.mutate('resume')}
        >
          {t('batch.resume')}
        </Button>
      )}
      {batch.failed > 0 && status !== 'cancelled' && <RetryFailed batch={batch} onDone={changed} />}
      {isOpen && (
        <Button
          size="xs"
          variant="default"
          c="red"
          leftSection={<IconPlayerStop size={16} />}
          disabled={change.isPending}
          onClick={cancel}
        >
          {t('batch.cancel.action')}
        </Button>
      )}
    </>
  );
}

interface RetryFailedProps {
  readonly batch: Batch;
  readonly onDone: (batch: Batch) => void;
}

function RetryFailed({ batch, onDone }: RetryFailedProps) {
  const { t } = useTranslation('mail');
  const [opened, { open, close }] = useDisclosure();
  const [includeUnconfirmed, setIncludeUnconfirmed] = useState(false);
  const retry = useMutation({
    mutationFn: () => mailApi.retryFailed(batch.batchId, includeUnconfirmed),
    onSuccess: (next) => {
      close();
      onDone(next);
      notifyDone(next.failed < batch.failed ? t('batch.did.retry') : t('batch.retry.none'));
    },
    onError: (error) => notifyError(error),
  });
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconRefresh size={16} />} onClick={open}>
        {t('batch.retry.action')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('batch.retry.title')}>
        <Stack gap="sm">
          <Text size="sm">{t('batch.retry.text', { count: batch.failed })}</Text>
          <Checkbox
            label={t('batch.retry.unconfirmed')}
            description={t('batch.retry.unconfirmedText')}
            checked={includeUnconfirmed}
            onChange={(event) => setIncludeUnconfirmed(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('common:cancel')}
            </Button>
            <Button loading={retry.isPending} onClick={() => retry.mutate()}>
              {t('batch.retry.action')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
