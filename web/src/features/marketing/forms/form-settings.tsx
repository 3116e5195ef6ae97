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

/** Fields of the record, by what they are about. A section is shown when one of its fields is of use. */
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

/** Fields that only some ways to submit use. */
const usedBy: Readonly<Record<string, readonly string[]>> = {
  overwrites: ['upsertRecord'],
  submitUrl: ['callWebhook'],
  submitSecret: ['callWebhook'],
  defaultValues: ['createRecord', 'updateRecord', 'upsertRecord'],
};

/** What happens with answers, who gets a notification, and when the form is open. */
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
