import { Button, Group } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { Select } from '~/ui/select/select.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { PipelineDialog } from './pipeline-dialog.tsx';
import { type Pipeline, pipelinesPath } from './statuses.ts';

interface PipelineBarProps {
  readonly pipelines: readonly Pipeline[];
  readonly chosen: Pipeline;
  readonly mayWrite: boolean;
  readonly onChoose: (id: string | undefined) => void;
}

/** Chooses the pipeline whose stages are shown, and creates, edits and deletes pipelines. */
export function PipelineBar({ pipelines, chosen, mayWrite, onChoose }: PipelineBarProps) {
  const { t } = useTranslation('admin');
  const [dialog, setDialog] = useState<'new' | 'edit'>();
  const remove = useAction({
    run: ({ _id }: Pipeline) => records.remove(pipelinesPath, _id),
    done: (_, { name }) => {
      onChoose(undefined);
      return t('statuses.deleted', { name });
    },
  });
  const askDelete = () =>
    confirm({
      title: t('statuses.deleteTitle', { name: chosen.name }),
      text: t('statuses.deletePipelineText'),
      action: t('statuses.delete'),
      danger: true,
      run: () => remove.run(chosen),
    });
  const labelOf = ({ name, isDefault, active }: Pipeline) =>
    isDefault ? t('statuses.pipelineIsDefault', { name }) : active ? name : t('statuses.pipelineInactive', { name });
  return (
    <Group align="flex-end" gap="xs" mb="md">
      <Select
        label={t('statuses.pipeline')}
        data={pipelines.map((pipeline) => ({ value: pipeline._id, label: labelOf(pipeline) }))}
        value={chosen._id}
        onChange={(id) => onChoose(id ?? undefined)}
        allowDeselect={false}
      />
      {mayWrite && (
        <>
          <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setDialog('edit')}>
            {t('statuses.editPipeline')}
          </Button>
          {!chosen.isDefault && (
            <Button variant="default" leftSection={<IconTrash size={16} />} onClick={askDelete}>
              {t('statuses.deletePipeline')}
            </Button>
          )}
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setDialog('new')}>
            {t('statuses.createPipeline')}
          </Button>
        </>
      )}
      {dialog && (
        <PipelineDialog
          pipeline={dialog === 'edit' ? chosen : undefined}
          onSaved={onChoose}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Group>
  );
}
