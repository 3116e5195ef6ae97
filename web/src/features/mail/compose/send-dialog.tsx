import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { randomId } from '~/lib/random-id.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { useFormat } from '~/views/parts/format.ts';
import { mailApi, paths } from '../mail-api.ts';
import type { CheckedMailing } from './checked-mailing.ts';

interface SendDialogProps {
  readonly checked: CheckedMailing;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

const shownAddresses = 20;
const countedAtOnce = 1000;
const reasons = ['suppressed', 'duplicate', 'invalid'] as const;

/** Shows how many people will get the mail and who will not, and sends it. */
export function SendDialog({ checked: { body, answer, isList }, onClose, onSent }: SendDialogProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const refresh = useRefresh(paths.snapshots);
  const navigate = useNavigate();
  // A repeated click uses the same key, so that the mail is sent once.
  const [idempotencyKey] = useState(randomId);
  const send = useMutation({
    mutationFn: () => mailApi.sendBulk(body, { idempotencyKey }),
    onSuccess: ({ batchId }) => {
      notifyDone(t('compose.batchSent'));
      refresh();
      onSent();
      navigate({ to: `/mail/batches/${batchId}` });
    },
  });
  const { accepted, rejected } = answer;
  const isMore = isList && accepted >= countedAtOnce;
  const count = { count: accepted, number: format.number(accepted) };
  return (
    <Modal opened onClose={onClose} title={t('compose.confirm')}>
      <Stack gap="sm">
        <Text fw={600}>{t(isMore ? 'audience.atLeast' : 'audience.count', count)}</Text>
        {isMore && <Text size="sm">{t('audience.more')}</Text>}
        {isList && (
          <Text size="sm" c="dimmed">
            {t('audience.leftOut')}
          </Text>
        )}
        {reasons.map((reason) => {
          const addresses = rejected.filter((one) => one.reason === reason);
          return (
            addresses.length > 0 && (
              <Alert
                key={reason}
                styles={{ title: { color: 'var(--mantine-color-text)' } }}
                color="orange"
                variant="light"
                title={t(`audience.${reason}`, { count: addresses.length })}
              >
                <List size="xs" mah={140} style={{ overflow: 'auto' }}>
                  {addresses.slice(0, shownAddresses).map(({ email }, n) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: an address may occur twice, and the list does not change.
                    <List.Item key={n}>{email}</List.Item>
                  ))}
                </List>
                {addresses.length > shownAddresses && (
                  <Text size="xs">{t('list.result.more', { count: addresses.length - shownAddresses })}</Text>
                )}
              </Alert>
            )
          );
        })}
        {send.error && <ErrorState error={send.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            leftSection={<IconSend size={16} />}
            disabled={accepted === 0}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {t(isMore ? 'compose.sendAll' : 'compose.sendCount', count)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
