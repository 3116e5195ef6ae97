import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { fromLocal, toLocal } from '~/fields/date/format.ts';
import { useTimeZone } from '~/lib/time-zone.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { webhookActions, webhooksPath } from './webhooks.ts';

interface RecoverModalProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

const dayMs = 86_400_000;

/** Sends again all deliveries that have failed since a time. */
export function RecoverModal({ webhookId, onClose }: RecoverModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const refresh = useRefresh(webhooksPath);
  const zone = useTimeZone();
  const [since, setSince] = useState(() => {
    const { date, time } = toLocal(new Date(Date.now() - dayMs).toISOString(), zone);
    return `${date}T${time}`;
  });
  const { save, isSaving, problems } = useSave({
    send: () => {
      const [date = '', time = ''] = since.split('T');
      return webhookActions.recover(webhookId, fromLocal(date, time, zone));
    },
    inputs: ['since'],
    onDone: ({ recovered }) => {
      void refresh();
      notifyDone(t('webhooks.recovered', { count: recovered }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('webhooks.recoverTitle')}
      action={t('webhooks.recover')}
      isBusy={isSaving}
      onSubmit={() => save()}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('webhooks.recoverText')}
      </Text>
      <FormAlert text={problems.form} />
      <TextInput
        type="datetime-local"
        label={t('webhooks.since')}
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
        error={problems.fields.since}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
