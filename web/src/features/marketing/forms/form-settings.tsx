import { Fieldset, SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '~/views/parts/field-errors.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { formsModel } from './form.ts';
import type { FormDraft } from './form-draft.ts';

interface FormSettingsProps {
  readonly draft: FormDraft;
  readonly disabled: boolean;
}

/** The fields of the record by topic. A section is shown if one of its fields applies. */
const sections = [
  { key: 'general', fields: ['name', 'slug', 'language', 'layout', 'tags'] },
  {
    key: 'answers',
    fields: ['submitAction', 'overwrites', 'submitUrl', 'submitSecret', 'defaultValues', 'redirectUrl'],
  },
  { key: 'notices', fields: ['notifyUserIds', 'notifyEmails'] },
  {
    key: 'limits',
    fields: ['opensAt', 'closesAt', 'submissionLimit', 'multipleSubmissions', 'captcha', 'loginNeeded'],
  },
  { key: 'owner', fields: ['ownerId'] },
] as const;

/** Fields that only some kinds of submission use, by full and short name. */
const usedBy: Readonly<Record<string, readonly string[]>> = {
  overwrites: ['upsertRecord', 'upsert'],
  submitUrl: ['callWebhook', 'webhook'],
  submitSecret: ['callWebhook', 'webhook'],
  defaultValues: ['createRecord', 'create', 'updateRecord', 'update', 'upsertRecord', 'upsert'],
};

/** Settings for the processing of answers, for notifications, and for the period in which the form is open. */
export function FormSettings({ draft: { draft: form, change, error }, disabled }: FormSettingsProps) {
  const { t } = useTranslation('marketing-forms');
  const errors = fieldErrors(error);
  const isUsed = (field: string) => usedBy[field]?.includes(form.submitAction ?? 'storeOnly') ?? true;
  return (
    <Stack gap="md">
      {sections.map(({ key, fields }) => (
        <Fieldset key={key} legend={t(`settings.${key}`)} radius="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {fields.filter(isUsed).map((field) => (
              <FieldOf
                key={field}
                model={formsModel}
                field={field}
                value={form[field]}
                onChange={(value) => change({ [field]: value === '' ? null : value })}
                values={form}
                error={errors[field]}
                disabled={disabled}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
      ))}
    </Stack>
  );
}
