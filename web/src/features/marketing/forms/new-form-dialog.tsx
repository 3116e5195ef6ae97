import { Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { formsPath } from './form.ts';
import { type Starter, starters, starterValues } from './starters.ts';

/** Asks for the name of a new form and what it begins with, and opens it. */
export function NewFormDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('marketing-forms');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [starter, setStarter] = useState<Starter>('contact');
  const create = useMutation({
    mutationFn: () => records.create(formsPath, { name: name.trim(), ...starterValues(starter, t) }),
    onSuccess: ({ _id }) => {
      client.invalidateQueries({ queryKey: keys.model(formsPath) });
      navigate({ to: `/marketing/forms/${_id}` });
    },
  });
  return (
    <FormDialog
      title={t('list.new')}
      action={t('common:create')}
      disabled={name.trim() === ''}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('list.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={255}
        required
        data-autofocus
      />
      <Radio.Group label={t('new.begin')} value={starter} onChange={(value) => setStarter(value as Starter)}>
        <Stack gap={6} mt={4}>
          {starters.map((key) => (
            <Radio key={key} value={key} label={t(`new.${key}.label`)} description={t(`new.${key}.text`)} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
