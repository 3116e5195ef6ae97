import { Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '~/fields/field-input.tsx';
import type { Field, Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { layoutOf } from '~/views/form/form-fields.ts';

interface FormPreviewProps {
  readonly model: Model;
  readonly onClose: () => void;
}

/** A form for a new record in which the inputs can be tried. Nothing is stored. */
export function FormPreview({ model, onClose }: FormPreviewProps) {
  const { t } = useTranslation('admin');
  return (
    <Modal opened onClose={onClose} title={t('models.previewOf', { label: model.label })} size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('models.previewText')}
        </Text>
        <FormInputs model={model} />
      </Stack>
    </Modal>
  );
}

/** The inputs of the form for a new record. */
export function FormInputs({ model }: { readonly model: Model }) {
  const { t } = useTranslation('admin');
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(model.fields.map(({ key, default: value }) => [key, value])),
  );
  const registry = useRegistry();
  const layout = layoutOf(model, true, new Set());
  const input = (field: Field) => (
    <FieldInput
      key={field.key}
      field={field}
      model={model}
      value={values[field.key]}
      values={values}
      onChange={(value) => setValues((before) => ({ ...before, [field.key]: value }))}
    />
  );
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {layout.main.map(input)}
      </SimpleGrid>
      {layout.more.map(({ group, fields }) => (
        <Stack key={group ?? ''} gap="xs">
          <Title order={3} size="h4">
            {group === undefined ? t('models.moreFields') : registry.groupLabel(group)}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {fields.map(input)}
          </SimpleGrid>
        </Stack>
      ))}
    </Stack>
  );
}
