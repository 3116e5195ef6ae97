import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useMe } from '~/metadata/access.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { notifyWarnings } from './notify-warnings.ts';
import { recordOf, WebhookFields, type WebhookValues, webhookInputs } from './webhook-fields.tsx';
import { type SavedWebhook, webhooksPath } from './webhooks.ts';

interface CreateWebhookModalProps {
  readonly onClose: () => void;
  readonly onCreated: (webhook: SavedWebhook) => void;
}

export function CreateWebhookModal({ onClose, onCreated }: CreateWebhookModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const ownerId = useMe().user._id;
  const [values, setValues] = useState<WebhookValues>({ url: '', description: '', events: [], ownerId });
  const { save, isSaving, problems } = useSave({
    send: () => records.create(webhooksPath, recordOf(values)) as Promise<SavedWebhook>,
    inputs: webhookInputs,
    onDone: (created) => {
      notifyWarnings(created);
      onClose();
      onCreated(created);
    },
  });
  return (
    <FormDialog
      title={t('webhooks.create')}
      size="lg"
      action={t('webhooks.create')}
      isBusy={isSaving}
      onSubmit={() => save()}
      onClose={onClose}
    >
      <FormAlert text={problems.form} />
      <WebhookFields
        values={values}
        onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        problems={problems.fields}
      />
    </FormDialog>
  );
}
