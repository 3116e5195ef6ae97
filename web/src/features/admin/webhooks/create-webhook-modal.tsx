import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useMe } from '~/metadata/access.ts';
import { FormAlert } from '../parts/form-alert.tsx';
import { useSave } from '../parts/use-save.ts';
import { notifyWarnings } from './notify-warnings.ts';
import { recordOf, WebhookFields, type WebhookValues, webhookInputs } from './webhook-fields.tsx';
import { type SavedWebhook, webhooksPath } from './webhooks.ts';

interface CreateWebhookModalProps {
  readonly onClose: () => void;
  readonly onCreated: (webhook: SavedWebhook) => void;
}

export function CreateWebhookModal({ onClose, onCreated }: CreateWebhookModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const ownerId = useMe().user._id;
  const [values, setValues] = useState<WebhookValues>({ url: '', description: '', events: [], ownerId });
  const { save, isSaving, problems } = useSave({
    send: () => records.create(webhooksPath, recordOf(values)) as Promise<SavedWebhook>,
    inputs: webhookInputs,
    onDone: (created) => {
      void client.invalidateQueries({ queryKey: keys.model(webhooksPath) });
      notifyWarnings(created);
      onClose();
      onCreated(created);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <Modal opened onClose={onClose} title={t('webhooks.create')} size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <FormAlert text={problems.form} />
          <WebhookFields
            values={values}
            onChange={(change) => setValues((before) => ({ ...before, ...change }))}
            problems={problems.fields}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isSaving}>
              {t('webhooks.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
