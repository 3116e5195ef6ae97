import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actions, answer } from '~/api/actions.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyJob } from '~/ui/job-notice.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { personName, type User } from '../parts/people.ts';
import { UserSelect } from '../parts/user-select.tsx';

interface HandOverProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Asks who takes over the records of a user, and starts the job that moves them. */
export function HandOver({ user, onClose }: HandOverProps) {
  const { t } = useTranslation('admin');
  const name = personName(user);
  const [toUserId, setToUserId] = useState<string | null>(null);
  const { save, isSaving, problems } = useSave({
    send: (body: { readonly toUserId: string }) =>
      answer(actions.POST('/api/identity/users/{id}/transfer', { params: { path: { id: user._id } }, body })),
    inputs: ['toUserId'],
    onDone: ({ jobId }) => {
      void notifyJob(jobId, { running: t('users.handingOver', { name }), done: t('users.handedOver', { name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('users.handOverTitle', { name })}
      action={t('users.handOverAction')}
      isBusy={isSaving}
      disabled={toUserId === null}
      onSubmit={() => toUserId !== null && save({ toUserId })}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('users.handOverText', { name })}
      </Text>
      <FormAlert text={problems.form} />
      <UserSelect
        label={t('users.handOverTo')}
        value={toUserId}
        onChange={setToUserId}
        without={[user._id]}
        error={problems.fields.toUserId}
      />
    </FormDialog>
  );
}
