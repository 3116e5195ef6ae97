import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '../parts/form-alert.tsx';
import { useEdits } from '../parts/use-edits.ts';
import { useSave } from '../parts/use-save.ts';
import { notifyWarnings } from './notify-warnings.ts';
import { recordOf, valuesOf, WebhookFields, webhookInputs } from './webhook-fields.tsx';
import { type SavedWebhook, type Webhook, webhooksPath } from './webhooks.ts';

interface WebhookFormProps {
  readonly webhook: Webhook;
  readonly readOnly: boolean;
}

export function WebhookForm({ webhook, readOnly }: WebhookFormProps) {
  const { t } = useTranslation(['admin', 'common']);
  const { values, set, version, saved } = useEdits(webhooksPath, webhook, valuesOf(webhook));
  const before: Record<string, unknown> = recordOf(valuesOf(webhook));
  const change = Object.fromEntries(
    Object.entries(recordOf(values)).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])),
  );
  const { save, isSaving, problems } = useSave({
    send: () => records.update(webhooksPath, webhook._id, change, { version }) as Promise<SavedWebhook>,
    inputs: webhookInputs,
    onDone: (next) => {
      saved();
      notifyWarnings(next);
      notifyDone(t('webhooks.saved'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={720}>
        <FormAlert text={problems.form} />
        <WebhookFields values={values} onChange={set} problems={problems.fields} readOnly={readOnly} />
        {!readOnly && (
          <Group>
            <Button type="submit" loading={isSaving} disabled={Object.keys(change).length === 0}>
              {t('common:save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
