import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyJob } from '~/ui/job-notice.tsx';
import { Select } from '~/ui/select/select.tsx';
import { mergeStatuses, type Status } from './statuses.ts';

interface MergeDialogProps {
  readonly model: Model;
  readonly status: Status;
  readonly others: readonly Status[];
  /** True when the person wanted to delete the status, which records have. */
  readonly isInUse: boolean;
  readonly onMerged: () => void;
  readonly onClose: () => void;
}

/** Merges a status into another one of the same category. */
export function MergeDialog({ model, status, others, isInUse, onMerged, onClose }: MergeDialogProps) {
  const { t } = useTranslation('admin');
  const [winnerId, setWinnerId] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => mergeStatuses(model, id, [status._id]),
    onSuccess: async ({ jobId }) => {
      onClose();
      const name = others.find(({ _id }) => _id === winnerId)?.name ?? '';
      await notifyJob(jobId, {
        running: t('statuses.merging'),
        done: t('statuses.merged', { from: status.name, name }),
      });
      onMerged();
    },
  });
  return (
    <FormDialog
      title={t(isInUse ? 'statuses.deleteTitle' : 'statuses.mergeTitle', { name: status.name })}
      action={t(isInUse ? 'statuses.replace' : 'statuses.merge')}
      disabled={winnerId === null}
      isBusy={isPending}
      error={error}
      onSubmit={() => winnerId !== null && mutate(winnerId)}
      onClose={onClose}
    >
      {isInUse && (
        <Text size="sm" fw={500}>
          {t('statuses.inUse', { name: status.name })}
        </Text>
      )}
      <Text size="sm">{t('statuses.mergeText', { name: status.name })}</Text>
      <Select
        label={t(isInUse ? 'statuses.replaceBy' : 'statuses.mergeInto')}
        data={others.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={winnerId}
        onChange={setWinnerId}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
