import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconSeparator } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import { SortableRows } from '~/ui/sortable-rows.tsx';
import type { FormDraft } from '../form-draft.ts';
import { formFieldOf } from '../form-field.ts';
import { addStep, type FormItem, fromItems, itemsOf, removeField } from '../form-items.ts';
import { useFormModels } from '../use-form-models.ts';
import { AddFieldDialog } from './add-field-dialog.tsx';
import { FieldRow } from './field-row.tsx';
import { StepRow } from './step-row.tsx';

interface FieldsEditorProps {
  readonly draft: FormDraft;
  readonly disabled: boolean;
}

/** The fields and steps of a form, in order. */
export function FieldsEditor({ draft: { draft: form, change }, disabled }: FieldsEditorProps) {
  const { t } = useTranslation('marketing-forms');
  const model = useRegistry().find(form.modelKey ?? '');
  const models = useFormModels();
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<string>();
  const items = itemsOf(form);
  const apply = (next: readonly FormItem[]) => change(fromItems(next));
  const remove = (id: string) => {
    const item = items.find((one) => one.id === id);
    if (item?.kind === 'step') apply(items.filter((one) => one.id !== id));
    else change(removeField(form, id));
  };
  const rename = (id: string, title: string) =>
    apply(items.map((item) => (item.id === id ? { ...item, title } : item)));
  const rowOf = (item: FormItem) => {
    if (item.kind === 'step')
      return {
        id: item.id,
        label: item.title || t('build.step'),
        content: <StepRow title={item.title} onChange={(title) => rename(item.id, title)} disabled={disabled} />,
      };
    const field = formFieldOf(form, model, item.id);
    return {
      id: item.id,
      label: field?.label ?? item.id,
      content: (
        <FieldRow
          form={form}
          fieldKey={item.id}
          field={field}
          change={change}
          disabled={disabled}
          opened={opened === item.id}
          onToggle={() => setOpened(opened === item.id ? undefined : item.id)}
        />
      ),
    };
  };
  return (
    <Stack gap="sm">
      <Select
        label={t('build.model')}
        description={t('build.modelHelp')}
        placeholder={t('build.noModel')}
        data={models}
        value={form.modelKey}
        onChange={(modelKey) => change({ modelKey })}
        disabled={disabled}
        searchable
        clearable
      />
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('build.empty')}
        </Text>
      )}
      <SortableRows
        label={t('build.fields')}
        disabled={disabled}
        items={items.map(rowOf)}
        onOrder={(ids) => apply(ids.flatMap((id) => items.find((item) => item.id === id) ?? []))}
        onRemove={disabled ? undefined : remove}
      />
      {!disabled && (
        <Group gap="xs">
          <Button size="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {t('build.add')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSeparator size={16} />}
            onClick={() => apply(addStep(items, (number) => t('build.stepName', { number })))}
          >
            {t('build.addStep')}
          </Button>
        </Group>
      )}
      {adding && (
        <AddFieldDialog
          form={form}
          model={model}
          onAdd={(key, settings) => {
            change({
              ...fromItems([...items, { kind: 'field', id: key }]),
              ...(settings && { fieldSettings: { ...form.fieldSettings, [key]: settings } }),
            });
            if (settings) setOpened(key);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  );
}
