import { Checkbox, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf, keyPattern, maxKeyLength } from '~/lib/key-of.ts';
import type { DeclaredType, Field, Model } from '~/metadata/model.ts';
import { registryQuery } from '~/metadata/registry.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Autocomplete } from '~/ui/select/autocomplete.tsx';
import { Select } from '~/ui/select/select.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { groupsOf } from './arrangement.ts';
import { FieldDetails } from './field-details.tsx';
import {
  changeOf,
  definitionOf,
  emptyValues,
  type FieldValues,
  fieldTypes,
  traitsOf,
  valuesOf,
} from './field-values.ts';
import { schema } from './schema.ts';

interface FieldModalProps {
  readonly model: Model;
  /** Undefined for a new field. */
  readonly field: Field | undefined;
  readonly onClose: () => void;
}

const inputs = [
  'label',
  'key',
  'type',
  'required',
  'unique',
  'searchable',
  'strict',
  'options',
  'reference',
  'maxLength',
  'min',
  'max',
  'default',
  'pattern',
  'formula',
  'index',
  'rollup',
  'stamp',
  'follow',
  'group',
];

/** Adds or edits a custom field. Properties on which stored values depend cannot change. */
export function FieldModal({ model, field, onClose }: FieldModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const [before] = useState(() => (field ? valuesOf(field) : emptyValues(model.custom)));
  const [values, setValues] = useState<FieldValues>(before);
  const change = (next: Partial<FieldValues>) => setValues((held) => ({ ...held, ...next }));
  const { save, isSaving, problems } = useSave({
    send: () =>
      field
        ? schema.changeField(model, field.key, changeOf(before, values))
        : schema.createField(model, definitionOf(values)),
    inputs,
    onDone: async ({ label }) => {
      await client.invalidateQueries({ queryKey: registryQuery.queryKey });
      notifyDone(t('fields.saved', { label }));
      onClose();
    },
  });
  const setLabel = (label: string) => {
    // The key follows the label until the person types another one.
    const follows = !field && values.key === keyOf(values.label);
    change({ label, ...(follows && { key: keyOf(label) }) });
  };
  const keyProblem = values.key !== '' && !keyPattern.test(values.key) ? t('models.keyInvalid') : undefined;
  return (
    <FormDialog
      title={t(field ? 'fields.edit' : 'fields.add')}
      size="lg"
      action={t(field ? 'common:save' : 'fields.add')}
      disabled={keyProblem !== undefined}
      isBusy={isSaving}
      onSubmit={() => save()}
      onClose={onClose}
    >
      <FormAlert text={problems.form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('fields.label')}
          value={values.label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={problems.fields.label}
          maxLength={100}
          required
          data-autofocus
        />
        <TextInput
          label={t('fields.key')}
          description={t(field ? 'fields.fixed' : 'fields.keyHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.key}
          onChange={(event) => change({ key: event.currentTarget.value })}
          error={keyProblem ?? problems.fields.key}
          maxLength={maxKeyLength}
          disabled={field !== undefined}
          required
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={t('fields.type')}
          description={t(field ? 'fields.fixed' : 'fields.typeHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={fieldTypes.map((value) => ({ value, label: t(`fields.types.${value}`) }))}
          value={values.type}
          onChange={(type) =>
            type !== null && change({ type: type as DeclaredType, default: null, filledBy: 'people' })
          }
          error={problems.fields.type}
          disabled={field !== undefined}
          allowDeselect={false}
          searchable
        />
        <Autocomplete
          label={t('fields.group')}
          description={t('fields.groupHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={groupsOf(model)}
          value={values.group}
          onChange={(group) => change({ group })}
          error={problems.fields.group}
          maxLength={100}
        />
      </SimpleGrid>
      <FieldDetails
        model={model}
        values={values}
        before={field ? before : undefined}
        fieldKey={field?.key}
        onChange={change}
        problems={problems.fields}
      />
      <FieldChecks values={values} onChange={change} problems={problems.fields} isNew={field === undefined} />
    </FormDialog>
  );
}

interface FieldChecksProps {
  readonly values: FieldValues;
  readonly onChange: (change: Partial<FieldValues>) => void;
  readonly problems: Readonly<Record<string, string>>;
  readonly isNew: boolean;
}

/** The checkboxes of a field: required, unique, searchable. */
function FieldChecks({ values, onChange, problems, isNew }: FieldChecksProps) {
  const { t } = useTranslation('admin');
  const traits = traitsOf[values.type];
  // A stamp is set and cleared by itself.
  const isStamped = values.filledBy === 'stamp';
  return (
    <Group gap="lg">
      {!traits.pattern && !traits.derived && !isStamped && (
        <Checkbox
          label={t('fields.required')}
          checked={values.required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
          error={problems.required}
        />
      )}
      {traits.unique && values.filledBy === 'people' && (
        <Checkbox
          label={t('fields.unique')}
          checked={values.unique}
          onChange={(event) => onChange({ unique: event.currentTarget.checked })}
          error={problems.unique}
          disabled={!isNew}
          title={isNew ? undefined : t('fields.fixed')}
        />
      )}
      {traits.searchable && (
        <Checkbox
          label={t('fields.searchable')}
          checked={values.searchable}
          onChange={(event) => onChange({ searchable: event.currentTarget.checked })}
          error={problems.searchable}
        />
      )}
    </Group>
  );
}
