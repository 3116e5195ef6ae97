import { Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { tenants, tenantsKey } from './tenants.ts';

interface SuspendModalProps {
  readonly accountKey: string;
  readonly onClose: () => void;
}

export function SuspendModal({ accountKey, onClose }: SuspendModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const { save, isSaving, problems } = useSave({
    send: () => tenants.suspend(accountKey, reason.trim() || undefined),
    inputs: ['reason'],
    onDone: () => {
      void client.invalidateQueries({ queryKey: tenantsKey });
      notifyDone(t('tenants.suspended', { accountKey }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('tenants.suspendTitle', { accountKey })}
      action={t('tenants.suspend')}
      color="red"
      isBusy={isSaving}
      onSubmit={() => save()}
      onClose={onClose}
    >
      <Text size="sm">{t('tenants.suspendText')}</Text>
      <FormAlert text={problems.form} />
      <Textarea
        label={t('tenants.reason')}
        description={t('tenants.reasonHelp')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={problems.fields.reason}
        maxLength={1000}
        autosize
        minRows={2}
        data-autofocus
      />
    </FormDialog>
  );
}
