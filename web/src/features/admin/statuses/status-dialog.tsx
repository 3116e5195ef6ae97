import { Group, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { ColorInput } from '~/ui/color-input.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { Select } from '~/ui/select/select.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { problemsOf } from '~/views/parts/form-problems.ts';
import { StageInputs, stageChange, stageValues } from './stage-inputs.tsx';
import type { Status } from './statuses.ts';

interface StatusDialogProps {
  readonly model: Model;
  readonly pipelineId: string | undefined;
  /** The status to edit. Without it, a new one is created. */
  readonly status: Status | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const inputs = [
  'name',
  'category',
  'color',
  'isDefault',
  'probability',
  'forecastCategory',
  'rottingDays',
  'requiredFields',
];

/** Creates or edits a status. A stage of a pipeline has more inputs. */
export function StatusDialog({ model, pipelineId, status, onSaved, onClose }: StatusDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const [values, setValues] = useState({
    name: status?.name ?? '',
    category: status?.category ?? 'open',
    color: status?.color ?? '',
    isDefault: status?.isDefault ?? false,
    ...stageValues(status),
  });
  const set = (change: Partial<typeof values>) => setValues((held) => ({ ...held, ...change }));
  const isStage = pipelineId !== undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const { name, category, color, isDefault } = values;
      const data = {
        name: name.trim(),
        category,
        color: color.trim() || null,
        ...(isDefault !== (status?.isDefault ?? false) && { isDefault }),
        ...(isStage && stageChange(values, status)),
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
      {isStage && <StageInputs model={model} values={values} onChange={set} errors={problems?.fields} />}
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
