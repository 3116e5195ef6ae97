import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { readAddresses } from '~/views/mail/read-addresses.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { mailApi, paths } from '../mail-api.ts';
import { SubscribeResultView } from './subscribe-result.tsx';

interface SubscribeDialogProps {
  readonly listId: string;
  readonly doubleOptIn: boolean;
  readonly onClose: () => void;
}

const maxAddresses = 10_000;

/** Adds addresses and contacts to a list. */
export function SubscribeDialog({ listId, doubleOptIn, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation('mail');
  const refresh = useRefresh(paths.members, paths.lists);
  const [text, setText] = useState('');
  const [contactIds, setContactIds] = useState<readonly string[]>([]);
  const [resubscribe, setResubscribe] = useState(false);
  const { valid, invalid } = readAddresses(text);
  const count = valid.length + contactIds.length;
  const problem =
    invalid.length > 0
      ? t('addresses.invalid', { addresses: invalid.slice(0, 3).join(', '), count: invalid.length })
      : count > maxAddresses
        ? t('addresses.tooMany', { max: maxAddresses })
        : undefined;
  const subscribe = useMutation({
    mutationFn: () => mailApi.subscribe(listId, { emails: valid, contactIds, resubscribe }),
    onSuccess: refresh,
  });
  return (
    <Modal opened onClose={onClose} title={t('list.subscribe')}>
      {subscribe.data ? (
        <Stack gap="sm">
          <SubscribeResultView result={subscribe.data} />
          <Button onClick={onClose}>{t('common:close')}</Button>
        </Stack>
      ) : (
        <Stack gap="sm">
          {doubleOptIn && <Text size="sm">{t('list.asks')}</Text>}
          <Textarea
            label={t('addresses.label')}
            description={t('addresses.help')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={problem}
            autosize
            minRows={3}
            maxRows={8}
            data-autofocus
          />
          <FieldOf
            model="communications.emailLists"
            field="contactIds"
            value={contactIds}
            onChange={(value) => setContactIds(Array.isArray(value) ? value.map(String) : [])}
          />
          {!doubleOptIn && (
            <Checkbox
              label={t('list.resubscribe')}
              description={t('list.resubscribeText')}
              checked={resubscribe}
              onChange={(event) => setResubscribe(event.currentTarget.checked)}
            />
          )}
          {subscribe.error && <ErrorState error={subscribe.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button
              disabled={count === 0 || problem !== undefined}
              loading={subscribe.isPending}
              onClick={() => subscribe.mutate()}
            >
              {t('suppressions.addCount', { count })}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
