import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { Select } from '~/ui/select/select.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { allRolesQuery, rolesPath } from '../parts/people.ts';

interface CreateRoleModalProps {
  readonly onClose: () => void;
}

/** Creates a role, empty or as a copy. Its permissions are edited on its page. */
export function CreateRoleModal({ onClose }: CreateRoleModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const navigate = useNavigate();
  const roles = useQuery(allRolesQuery).data ?? [];
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [copyOf, setCopyOf] = useState<string | null>(null);
  const { save, isSaving, problems } = useSave({
    send: () => {
      const source = roles.find((role) => role.name === copyOf);
      return records.create(rolesPath, {
        name: name.trim(),
        description: description.trim() || null,
        permissions: source?.permissions ?? [],
        hiddenFields: source?.hiddenFields ?? {},
        readOnlyFields: source?.readOnlyFields ?? {},
      });
    },
    inputs: ['name', 'description'],
    onDone: ({ _id }) => {
      onClose();
      void navigate({ to: `/admin/roles/${_id}` });
    },
  });
  return (
    <FormDialog
      title={t('roles.create')}
      action={t('roles.create')}
      isBusy={isSaving}
      onSubmit={() => save()}
      onClose={onClose}
    >
      <FormAlert text={problems.form} />
      <TextInput
        label={t('roles.name')}
        description={t('roles.nameHelp')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problems.fields.name}
        maxLength={100}
        required
        data-autofocus
      />
      <Textarea
        label={t('roles.description')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={problems.fields.description}
        autosize
        minRows={2}
        maxRows={6}
      />
      <Select
        label={t('roles.copyOf')}
        placeholder={t('roles.copyNone')}
        data={roles.map((role) => role.name)}
        value={copyOf}
        onChange={setCopyOf}
        clearable
        searchable
      />
    </FormDialog>
  );
}
