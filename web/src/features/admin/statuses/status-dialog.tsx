import { Group, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ColorInput } from '~/ui/color-input.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { Select } from '~/ui/select/select.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { problemsOf } from '~/views/parts/form-problems.ts';
import type { Status } from './statuses.ts';

interface StatusDialogProps {
  readonly model: Model;
  readonly pipelineId: string | undefined;
  /** The status to edit. Without it, a new one is created. */
  readonly status: Status | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const inputs = ['name', 'category', 'color', 'isDefault', 'probability', 'rottingDays', 'requiredFields'];

const numberOrNull = (value: string | number): number | null => (value === '' ? null : Number(value));

/** Creates or edits a status. A stage of a pipeline also has a probability, rotting days and required fields. */
export function StatusDialog({ model, pipelineId, status, onSaved, onClose }: StatusDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const deals = useRegistry().at('sales', 'opportunities');
  const [values, setValues] = useState({
    name: status?.name ?? '',
    category: status?.category ?? 'open',
    color: status?.color ?? '',
    isDefault: status?.isDefault ?? false,
    probability: status?.probability ?? ('' as number | ''),
    rottingDays: status?.rottingDays ?? ('' as number | ''),
    requiredFields: [...(status?.requiredFields ?? [])],
  });
  const set = (change: Partial<typeof values>) => setValues((held) => ({ ...held, ...change }));
  const isStage = pipelineId !== undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const { name, category, color, isDefault, probability, rottingDays, requiredFields } = values;
      const stage = {
        ...(probability !== (status?.probability ?? '') && { probability: numberOrNull(probability) }),
        rottingDays: numberOrNull(rottingDays),
        requiredFields,
      };
      const data = {
        name: name.trim(),
        category,
        color: color.trim() || null,
        ...(isDefault !== (status?.isDefault ?? false) && { isDefault }),
        ...(isStage && stage),
      };
      return status
        ? records.update(model.path, status._id, data, { version: status.version })
        : records.create(model.path, isStage ? { ...data, pipelineId } : data);
    },
    onSuccess: () => {
      onSaved();
      onClose();
    },
  });
  const problems = error ? problemsOf(error, inputs, t) : undefined;
  const categories = model.fields.find(({ key }) => key === 'category')?.options ?? [];
  const dealFields = (deals?.fields ?? []).filter(
    ({ readOnly, key }) => !readOnly && key !== 'name' && key !== 'stage',
  );
  return (
    <FormDialog
      title={status ? t('statuses.edit', { name: status.name }) : t('statuses.create')}
      action={t(status ? 'common:save' : 'statuses.create')}
      isBusy={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <FormAlert text={problems?.form} />
      <TextInput
        label={t('statuses.name')}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={problems?.fields.name}
        maxLength={100}
        required
        data-autofocus
      />
      <Group grow align="flex-start">
        <Select
          label={t('statuses.category')}
          description={t('statuses.categoryHelp')}
          data={categories.map(({ value, label }) => ({ value, label }))}
          value={values.category}
          onChange={(category) => set({ category: category ?? 'open' })}
          error={problems?.fields.category}
          allowDeselect={false}
        />
        <ColorInput
          label={t('statuses.color')}
          description={t('statuses.colorHelp')}
          value={values.color}
          onChange={(color) => set({ color })}
          error={problems?.fields.color}
        />
      </Group>
      {isStage && (
        <Stack gap="sm">
          <Group grow align="flex-start">
            <NumberInput
              label={t('statuses.probability')}
              description={t('statuses.probabilityHelp')}
              suffix=" %"
              min={0}
              max={100}
              value={values.probability}
              onChange={(probability) => set({ probability: probability as number | '' })}
              error={problems?.fields.probability}
            />
            <NumberInput
              label={t('statuses.rottingDays')}
              description={t('statuses.rottingDaysHelp')}
              min={1}
              max={3650}
              value={values.rottingDays}
              onChange={(rottingDays) => set({ rottingDays: rottingDays as number | '' })}
              error={problems?.fields.rottingDays}
            />
          </Group>
          <MultiSelect
            label={t('statuses.requiredFields')}
            description={t('statuses.requiredFieldsHelp')}
            data={dealFields.map(({ key, label }) => ({ value: key, label }))}
            value={values.requiredFields}
            onChange={(requiredFields) => set({ requiredFields })}
            error={problems?.fields.requiredFields}
            searchable
          />
        </Stack>
      )}
      <Switch
        label={t('statuses.isDefault')}
        description={t(status?.isDefault ? 'statuses.isDefaultNow' : 'statuses.isDefaultHelp')}
        checked={values.isDefault}
        disabled={status?.isDefault === true}
        onChange={(event) => set({ isDefault: event.currentTarget.checked })}
        error={problems?.fields.isDefault}
      />
    </FormDialog>
  );
}
