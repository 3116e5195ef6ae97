import { Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { usersPath } from '../parts/people.ts';
import { RoleChoice } from '../parts/role-choice.tsx';

interface CreateUserModalProps {
  readonly onClose: () => void;
}

const initialValues = { email: '', firstName: '', lastName: '', password: '', roles: [] as readonly string[] };

/** Creates a user without an invitation. An administrator may set the first password. */
export function CreateUserModal({ onClose }: CreateUserModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const navigate = useNavigate();
  const form = useForm({ initialValues });
  const { save, isSaving, problems } = useSave({
    send: ({ roles, ...texts }: typeof initialValues) => {
      const given = Object.entries(texts).filter(([, text]) => text !== '');
      return records.create(usersPath, { ...Object.fromEntries(given), roles });
    },
    inputs: Object.keys(initialValues),
    onDone: ({ _id, email }) => {
      notifyDone(t('users.created', { email }));
      onClose();
      void navigate({ to: `/admin/users/${_id}` });
    },
  });
  const { fields } = problems;
  return (
    <FormDialog
      title={t('users.create')}
      action={t('users.create')}
      isBusy={isSaving}
      disabled={form.values.roles.length === 0}
      onSubmit={form.onSubmit((values) => save(values))}
      onClose={onClose}
    >
      <FormAlert text={problems.form} />
      <TextInput
        type="email"
        label={t('users.email')}
        maxLength={254}
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('email')}
        error={fields.email}
      />
      <Group grow align="flex-start">
        <TextInput
          label={t('users.firstName')}
          maxLength={100}
          {...form.getInputProps('firstName')}
          error={fields.firstName}
        />
        <TextInput
          label={t('users.lastName')}
          maxLength={100}
          {...form.getInputProps('lastName')}
          error={fields.lastName}
        />
      </Group>
      <PasswordInput
        label={t('users.firstPassword')}
        description={t('users.firstPasswordHelp')}
        autoComplete="new-password"
        {...form.getInputProps('password')}
        error={fields.password}
      />
      <RoleChoice
        value={form.values.roles[0] ?? null}
        onChange={(role) => form.setFieldValue('roles', [role])}
        error={fields.roles}
      />
    </FormDialog>
  );
}
