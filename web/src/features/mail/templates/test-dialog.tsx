import { Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '~/metadata/access.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { isAddress } from '~/views/mail/read-addresses.ts';
import { mailApi } from '../mail-api.ts';
import type { Draft } from './use-draft.ts';

interface TestDialogProps {
  readonly draft: Draft;
  readonly onClose: () => void;
}

/** Sends the template with its sample data to an address. Unsaved changes are saved first. */
export function TestDialog({ draft, onClose }: TestDialogProps) {
  const { t } = useTranslation('mail');
  const { user } = useMe();
  const [to, setTo] = useState(user.email);
  const send = useMutation({
    mutationFn: async () => {
      if (draft.isDirty) await draft.save();
      return mailApi.testTemplate(draft.base._id, to);
    },
    onSuccess: () => {
      notifyDone(t('template.testSent', { email: to }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('template.test')}
      action={t('test.send')}
      disabled={!isAddress(to)}
      isBusy={send.isPending}
      error={send.error}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t(draft.isDirty ? 'template.testTextSaves' : 'template.testText')}</Text>
      <TextInput
        type="email"
        label={t('sent.to')}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value.trim())}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
