import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { paths } from '../mail-api.ts';
import { type Beginning, BeginningChoice } from './beginning-choice.tsx';
import { fromStarter, startersQuery } from './starters.ts';
import { newTemplate, type TemplateFormat } from './template.ts';

interface NewDialogProps {
  /** The key of a starter that is chosen already. */
  readonly starter: string | undefined;
  readonly onClose: () => void;
}

/** Asks for the name of a new template and what it begins with, and opens it. */
export function NewDialog({ starter, onClose }: NewDialogProps) {
  const { t } = useTranslation('mail');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<string>();
  const [beginning, setBeginning] = useState<Beginning>(starter === undefined ? 'mjml' : `starter:${starter}`);
  const { data: starters, error, refetch } = useQuery(startersQuery);
  const chosen = starters?.find(({ key }) => beginning === `starter:${key}`);
  // Until somebody writes another one, a copy has the name of its starter.
  const name = typed ?? chosen?.name ?? '';
  const create = useMutation({
    mutationFn: () =>
      records.create(
        paths.templates,
        chosen ? fromStarter(name.trim(), chosen) : newTemplate(name.trim(), beginning as TemplateFormat),
      ),
    onSuccess: ({ _id }) => {
      client.invalidateQueries({ queryKey: keys.model(paths.templates) });
      navigate({ to: `/mail/templates/${_id}` });
    },
  });
  return (
    <FormDialog
      title={t('templates.new')}
      size="xl"
      action={t('common:create')}
      disabled={name.trim() === ''}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('lists.name')}
        value={name}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={255}
        required
        data-autofocus
      />
      <BeginningChoice value={beginning} onChange={setBeginning} starters={error ? [] : starters} />
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
    </FormDialog>
  );
}
