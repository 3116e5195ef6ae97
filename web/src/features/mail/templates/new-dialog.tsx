import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { NewRecordDialog } from '~/views/parts/new-record-dialog.tsx';
import { paths } from '../mail-api.ts';
import { type Beginning, BeginningChoice } from './beginning-choice.tsx';
import { fromStarter, startersQuery } from './starters.ts';
import { newTemplate, type TemplateFormat } from './template.ts';

interface NewDialogProps {
  /** The key of the preselected starter. */
  readonly starter: string | undefined;
  readonly onClose: () => void;
}

/** Asks for the name and the start of a new template, creates it and opens it. */
export function NewDialog({ starter, onClose }: NewDialogProps) {
  const { t } = useTranslation('mail');
  const [typed, setTyped] = useState<string>();
  const [beginning, setBeginning] = useState<Beginning>(starter === undefined ? 'mjml' : `starter:${starter}`);
  const { data: starters, error, refetch } = useQuery(startersQuery);
  const chosen = starters?.find(({ key }) => beginning === `starter:${key}`);
  // Without another name, a copy gets the name of its starter.
  const name = typed ?? chosen?.name ?? '';
  return (
    <NewRecordDialog
      title={t('templates.new')}
      size="xl"
      label={t('lists.name')}
      name={name}
      onName={setTyped}
      path={paths.templates}
      create={(given) =>
        records.create(
          paths.templates,
          chosen ? fromStarter(given, chosen) : newTemplate(given, beginning as TemplateFormat),
        )
      }
      addressOf={(id) => `/mail/templates/${id}`}
      onClose={onClose}
    >
      <BeginningChoice value={beginning} onChange={setBeginning} starters={error ? [] : starters} />
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
    </NewRecordDialog>
  );
}
