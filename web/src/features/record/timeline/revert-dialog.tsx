import { Alert, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import { type FieldChange, type RecordData, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import type { Model } from '~/metadata/model.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { errorText } from '~/ui/error-text.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { ChangeList } from './change-list.tsx';

interface RevertDialogProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly version: number;
  readonly onClose: () => void;
}

/** Previews and then reverts a record to an earlier version. */
export function RevertDialog({ model, record, version, onClose }: RevertDialogProps) {
  const { t } = useTranslation('record');
  const refresh = useRefresh(model.path);
  const revert = (dryRun: boolean) =>
    request<RecordData>('POST', `${model.path}/${record._id}/revert`, {
      body: { version },
      query: { dryRun: dryRun || undefined },
      headers: { 'if-match': `"${record.version}"` },
    });
  const preview = useQuery({
    // The key is outside of the record's data, because the preview must not be read again after the record was
    // reverted.
    queryKey: ['revert', model.path, record._id, version, record.version],
    queryFn: () => revert(true),
    gcTime: 0,
  });
  const changes = preview.data ? differences(model, record, preview.data) : [];
  const run = useMutation({
    mutationFn: () => revert(false),
    onSuccess: async () => {
      onClose();
      await refresh();
      notifyUndo(t('revert.done', { version }), async () => {
        await records.revert(model.path, record._id, record.version);
        await refresh();
      });
    },
  });
  return (
    <FormDialog
      title={t('revert.title', { version })}
      size="lg"
      action={t('revert.confirm')}
      disabled={changes.length === 0}
      isBusy={run.isPending}
      onSubmit={() => run.mutate()}
      onClose={onClose}
    >
      {preview.isPending && <Skeleton h={80} />}
      {preview.isError && <ErrorState error={preview.error} onRetry={() => preview.refetch()} />}
      {preview.isSuccess && (
        <Text size="sm">{t(changes.length === 0 ? 'revert.nothing' : 'revert.text', { count: changes.length })}</Text>
      )}
      <ChangeList model={model} changes={changes} record={record} />
      {run.isError && (
        <Alert color="red" role="alert">
          {errorText(run.error, t)}
        </Alert>
      )}
    </FormDialog>
  );
}

/**
 * The differences between two versions. Only writable fields are compared, because all other values are derived from
 * them.
 */
function differences(model: Model, now: RecordData, then: RecordData): FieldChange[] {
  return model.fields
    .filter(({ key, readOnly }) => !readOnly && JSON.stringify(now[key]) !== JSON.stringify(then[key]))
    .map(({ key }) => ({ field: key, before: now[key] ?? null, after: then[key] ?? null }));
}
