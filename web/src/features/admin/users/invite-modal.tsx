import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { RoleChoice } from '../parts/role-choice.tsx';
import { TeamChoice } from '../parts/team-choice.tsx';
import { invitations, invitationsQuery } from './invitations.ts';

interface InviteModalProps {
  readonly onClose: () => void;
}

export function InviteModal({ onClose }: InviteModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<string | null>(null);
  const [teamIds, setTeamIds] = useState<readonly string[]>([]);
  const { save, isSaving, problems } = useSave({
    send: invitations.send,
    inputs: ['email', 'roles', 'teamIds'],
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
      disabled={role === null}
      onSubmit={() => role !== null && save({ email: email.trim(), roles: [role], teamIds })}
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
      <RoleChoice value={role} onChange={setRole} error={problems.fields.roles} />
      <TeamChoice value={teamIds} onChange={setTeamIds} error={problems.fields.teamIds} />
    </FormDialog>
  );
}
