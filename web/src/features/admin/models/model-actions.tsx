import { ActionIcon, Button, Checkbox, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import type { Model } from '~/metadata/model.ts';
import { registryQuery } from '~/metadata/registry.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyJob } from '~/ui/job-notice.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Select } from '~/ui/select/select.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { schema } from './schema.ts';

/** Renames and deletes a custom model. */
export function ModelActions({ model }: { readonly model: Model }) {
  const { t } = useTranslation('admin');
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('models.actions')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setOpen('rename')}>
            {t('models.rename')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => setOpen('delete')}>
            {t('models.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'rename' && <RenameModal model={model} onClose={close} />}
      {open === 'delete' && <DeleteModal model={model} onClose={close} />}
    </>
  );
}

interface ModalProps {
  readonly model: Model;
  readonly onClose: () => void;
}

const titleTypes: ReadonlySet<string> = new Set(['text', 'email', 'phone', 'url', 'choice']);

function RenameModal({ model, onClose }: ModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const { label, labelPlural, titleField } = model;
  const form = useForm({ initialValues: { label, labelPlural, titleField } });
  const hasTitleField = model.fields.some(({ key }) => key === titleField);
  const { save, isSaving, problems } = useSave({
    send: ({ titleField: chosen, ...labels }: typeof form.values) =>
      schema.changeModel(model, { ...labels, ...(chosen !== titleField && { titleField: chosen }) }),
    inputs: ['label', 'labelPlural', 'titleField'],
    onDone: async () => {
      await client.invalidateQueries({ queryKey: registryQuery.queryKey });
      notifyDone(t('models.saved'));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('models.rename')}
      action={t('common:save')}
      isBusy={isSaving}
      onSubmit={form.onSubmit((values) => save(values))}
      onClose={onClose}
    >
      <FormAlert text={problems.form} />
      <TextInput
        label={t('models.label')}
        maxLength={100}
        required
        data-autofocus
        {...form.getInputProps('label')}
        error={problems.fields.label}
      />
      <TextInput
        label={t('models.labelPlural')}
        maxLength={100}
        required
        {...form.getInputProps('labelPlural')}
        error={problems.fields.labelPlural}
      />
      <Select
        label={t('models.titleField')}
        description={t('models.titleFieldHelp')}
        data={model.fields
          .filter(({ type }) => titleTypes.has(type))
          .map((field) => ({
            value: field.key,
            label: field.label,
          }))}
        placeholder={hasTitleField ? undefined : titleField}
        allowDeselect={false}
        {...form.getInputProps('titleField')}
        error={problems.fields.titleField}
      />
    </FormDialog>
  );
}

function DeleteModal({ model, onClose }: ModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [withRecords, setWithRecords] = useState(false);
  const { label } = model;
  const refresh = () => client.invalidateQueries({ queryKey: keys.registry });
  const { save, isSaving, problems } = useSave({
    send: () => (withRecords ? schema.removeModelWithRecords(model) : schema.removeModel(model)),
    inputs: [],
    onDone: async (queued) => {
      onClose();
      await navigate({ to: '/admin/models' });
      if (queued) {
        const texts = { running: t('models.deleting', { label }), done: t('models.deleted', { label }) };
        await notifyJob(queued.jobId, texts);
      } else notifyDone(t('models.deleted', { label }));
      void refresh();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('models.deleteTitle', { label })}>
      <Stack gap="sm">
        <Text size="sm">{t('models.deleteText')}</Text>
        <FormAlert text={problems.form} />
        <Checkbox
          label={t('models.withRecords')}
          description={t('models.withRecordsHelp')}
          checked={withRecords}
          onChange={(event) => setWithRecords(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button color="red" onClick={() => save()} loading={isSaving}>
            {t('models.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
