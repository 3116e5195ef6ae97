import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keyOf, keyPattern, maxKeyLength } from '~/lib/key-of.ts';
import { registryQuery, useRegistry } from '~/metadata/registry.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Select } from '~/ui/select/select.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { schema } from './schema.ts';

interface CreateModelModalProps {
  readonly onClose: () => void;
}

/** Every model starts with one text field, the title of its records. Other fields are added on its page. */
const titleField = { key: 'name', type: 'text', required: true };

export function CreateModelModal({ onClose }: CreateModelModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { models } = useRegistry();
  // `data` is reserved for paths of the registry.
  const modules = [...new Set(models.map(({ moduleKey }) => moduleKey))].filter((key) => key !== 'data').sort();
  const form = useForm({
    initialValues: { label: '', labelPlural: '', slug: '', moduleKey: modules.includes('sales') ? 'sales' : '' },
    validate: { slug: (slug) => (keyPattern.test(slug) ? null : t('models.keyInvalid')) },
  });
  const { save, isSaving, problems } = useSave({
    send: (values: typeof form.values) =>
      schema.createModel({
        ...values,
        titleField: titleField.key,
        fields: [{ ...titleField, label: t('models.nameField') }],
      }),
    inputs: ['label', 'labelPlural', 'slug', 'moduleKey'],
    onDone: async (model) => {
      await client.invalidateQueries({ queryKey: registryQuery.queryKey });
      notifyDone(t('models.created', { label: model.label }));
      onClose();
      void navigate({ to: `/admin/models/${model.moduleKey}/${model.slug}` });
    },
  });
  const { fields } = problems;
  const setPlural = (labelPlural: string) => {
    // The technical name follows the label until the person types another one.
    const follows = form.values.slug === keyOf(form.values.labelPlural);
    form.setFieldValue('labelPlural', labelPlural);
    if (follows) form.setFieldValue('slug', keyOf(labelPlural));
  };
  return (
    <FormDialog
      title={t('models.create')}
      action={t('models.create')}
      isBusy={isSaving}
      onSubmit={form.onSubmit((values) => save(values))}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('models.createText')}
      </Text>
      <FormAlert text={problems.form} />
      <TextInput
        label={t('models.label')}
        placeholder={t('models.labelExample')}
        maxLength={100}
        required
        data-autofocus
        {...form.getInputProps('label')}
        error={fields.label}
      />
      <TextInput
        label={t('models.labelPlural')}
        placeholder={t('models.pluralExample')}
        maxLength={100}
        required
        value={form.values.labelPlural}
        onChange={(event) => setPlural(event.currentTarget.value)}
        error={fields.labelPlural}
      />
      <TextInput
        label={t('models.slug')}
        description={t('models.slugHelp')}
        maxLength={maxKeyLength}
        required
        {...form.getInputProps('slug')}
        error={form.errors.slug ?? fields.slug}
      />
      <Select
        label={t('models.module')}
        description={t('models.moduleHelp')}
        data={modules.map((value) => ({ value, label: t(`modules.${value}`, value) }))}
        allowDeselect={false}
        required
        {...form.getInputProps('moduleKey')}
        error={fields.moduleKey}
      />
    </FormDialog>
  );
}
