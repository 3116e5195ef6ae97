import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { NewRecordDialog } from '~/views/parts/new-record-dialog.tsx';
import { formsPath } from './form.ts';
import { type Starter, starters, starterValues } from './starters.ts';

/** Asks for the name and the starting point of a new form, creates it and opens it. */
export function NewFormDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('marketing-forms');
  const [name, setName] = useState('');
  const [starter, setStarter] = useState<Starter>('contact');
  return (
    <NewRecordDialog
      title={t('list.new')}
      label={t('list.name')}
      name={name}
      onName={setName}
      path={formsPath}
      create={(given) => records.create(formsPath, { name: given, ...starterValues(starter, t) })}
      addressOf={(id) => `/marketing/forms/${id}`}
      onClose={onClose}
    >
      <Radio.Group label={t('new.begin')} value={starter} onChange={(value) => setStarter(value as Starter)}>
        <Stack gap={6} mt={4}>
          {starters.map((key) => (
            <Radio key={key} value={key} label={t(`new.${key}.label`)} description={t(`new.${key}.text`)} />
          ))}
        </Stack>
      </Radio.Group>
    </NewRecordDialog>
  );
}
