import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '../parts/form-alert.tsx';
import { RoleSelect } from '../parts/role-select.tsx';
import { useSave } from '../parts/use-save.ts';
import { invitations, invitationsQuery } from './invitations.ts';

interface InviteModalProps {
  readonly onClose: () => void;
}

export function InviteModal({ onClose }: InviteModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<readonly string[]>(['member']);
  const { save, isSaving, problems } = useSave({
    send: invitations.send,
    inputs: ['email', 'roles'],
    onDone: () => {
      void client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      notifyDone(t('invitations.done', { email }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('invitations.invite')}
      action={t('invitations.send')}
      isBusy={isSaving}
      onSubmit={() => save({ email: email.trim(), roles })}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('invitations.help')}
      </Text>
      <FormAlert text={problems.form} />
      <TextInput
        type="email"
        label={t('users.email')}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={problems.fields.email}
        autoComplete="off"
        maxLength={254}
        required
        data-autofocus
      />
      <RoleSelect value={roles} onChange={setRoles} error={problems.fields.roles} />
    </FormDialog>
  );
}
