import { Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { problemsOf } from '~/views/parts/form-problems.ts';
import { type Pipeline, pipelinesPath } from './statuses.ts';

interface PipelineDialogProps {
  /** The pipeline to edit. Without it, a new one is created. */
  readonly pipeline: Pipeline | undefined;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

export function PipelineDialog({ pipeline, onSaved, onClose }: PipelineDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const [name, setName] = useState(pipeline?.name ?? '');
  const [active, setActive] = useState(pipeline?.active ?? true);
  const [isDefault, setDefault] = useState(pipeline?.isDefault ?? false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const data = { name: name.trim(), active, ...(isDefault !== (pipeline?.isDefault ?? false) && { isDefault }) };
      return pipeline
        ? records.update(pipelinesPath, pipeline._id, data, { version: pipeline.version })
        : records.create(pipelinesPath, data);
    },
    onSuccess: ({ _id }) => {
      onSaved(_id);
      onClose();
    },
  });
  const problems = error ? problemsOf(error, ['name', 'active', 'isDefault'], t) : undefined;
  return (
    <FormDialog
      title={pipeline ? t('statuses.editPipeline') : t('statuses.createPipeline')}
      action={t(pipeline ? 'common:save' : 'statuses.createPipeline')}
      isBusy={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <FormAlert text={problems?.form} />
      <TextInput
        label={t('statuses.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problems?.fields.name}
        maxLength={100}
        required
        data-autofocus
      />
      <Switch
        label={t('statuses.pipelineActive')}
        checked={active}
        disabled={isDefault}
        onChange={(event) => setActive(event.currentTarget.checked)}
        error={problems?.fields.active}
      />
      <Switch
        label={t('statuses.pipelineDefault')}
        checked={isDefault}
        disabled={pipeline?.isDefault === true}
        onChange={(event) => {
          setDefault(event.currentTarget.checked);
          if (event.currentTarget.checked) setActive(true);
        }}
        error={problems?.fields.isDefault}
      />
    </FormDialog>
  );
}
