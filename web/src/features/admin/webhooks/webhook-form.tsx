import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { sameValue } from '~/views/form/draft.ts';
import { useRecordDraft } from '~/views/form/use-record-draft.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { notifyWarnings } from './notify-warnings.ts';
import { recordOf, valuesOf, WebhookFields, type WebhookValues, webhookInputs } from './webhook-fields.tsx';
import { type SavedWebhook, type Webhook, webhooksPath } from './webhooks.ts';

interface WebhookFormProps {
  readonly webhook: Webhook;
  readonly readOnly: boolean;
}

export function WebhookForm({ webhook, readOnly }: WebhookFormProps) {
  const { t } = useTranslation(['admin', 'common']);
  const draft = useRecordDraft<Webhook, WebhookValues>({ path: webhooksPath, record: webhook, read: valuesOf });
  const { values } = draft;
  const before: Record<string, unknown> = recordOf(draft.base);
  const change = Object.fromEntries(
    Object.entries(recordOf(values)).filter(([key, value]) => !sameValue(value, before[key])),
  );
  const { save, isSaving, problems } = useSave({
    send: () => draft.save(change) as Promise<SavedWebhook>,
    inputs: webhookInputs,
    onDone: (next) => {
      notifyWarnings(next);
      notifyDone(t('webhooks.saved'));
    },
  });
  const submit = () => {
    save();
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm" maw={720}>
        <FormAlert text={problems.form} />
        <WebhookFields values={values} onChange={draft.change} problems={problems.fields} readOnly={readOnly} />
        {!readOnly && (
          <Group>
            <Button type="submit" loading={isSaving} disabled={Object.keys(change).length === 0}>
              {t('common:save')}
            </Button>
          </Group>
        )}
      </Stack>
    </Form>
  );
}
