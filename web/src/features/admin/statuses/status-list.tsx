import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { SortableList } from '~/ui/sortable-list.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { StatusRow } from './status-row.tsx';
import { type Status, saveOrder, statusesQuery } from './statuses.ts';

interface StatusListProps {
  readonly model: Model;
  readonly pipelineId: string | undefined;
}

type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'merge'; readonly status: Status }
  /** The status could not be deleted, because records have it. */
  | { readonly kind: 'replace'; readonly status: Status };

const isInUse = (error: unknown): boolean => error instanceof ApiError && error.code === 'still_referenced';

/**
 * Returns a function that deletes a status after a confirmation. `onInUse` is called when records have the status, and
 * returns true when it deals with that.
 */
function useDelete(model: Model, refresh: () => unknown, onInUse: (status: Status) => boolean) {
  const { t } = useTranslation('admin');
  const remove = useAction({
    run: async (status: Status) => {
      try {
        await records.remove(model.path, status._id);
        return true;
      } catch (error) {
        if (!isInUse(error) || !onInUse(status)) throw error;
        return false;
      }
    },
    refresh,
    done: (isDeleted, { name }) => (isDeleted ? t('statuses.deleted', { name }) : undefined),
  });
  return (status: Status) =>
    confirm({
      title: t('statuses.deleteTitle', { name: status.name }),
      text: t('statuses.deleteText'),
      action: t('statuses.delete'),
      danger: true,
      run: () => remove.run(status),
    });
}

/** The statuses of a list, in order. The order is changed by mouse, touch, keyboard or buttons. */
export function StatusList({ model, pipelineId }: StatusListProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const mayWrite = useCan().write(model);
  const [dialog, setDialog] = useState<Dialog>();
  const query = statusesQuery(model, pipelineId);
  const { data: statuses, error, refetch } = useQuery(query);
  // Lists and boards show the statuses of the registry.
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.registry }),
      client.invalidateQueries({ queryKey: keys.model(model.path) }),
    ]);
  const others = (status: Status) =>
    (statuses ?? []).filter(({ _id, category }) => _id !== status._id && category === status.category);
  const order = useAction({ run: (next: readonly Status[]) => saveOrder(model, next), refresh });
  const askDelete = useDelete(model, refresh, (status) => {
    // Without a status to take its place, the message of the server says what to do.
    if (others(status).length === 0) return false;
    setDialog({ kind: 'replace', status });
    return true;
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!statuses) return <PageLoading />;
  const setOrder = (ids: readonly string[]) => {
    const next = ids.flatMap((id) => statuses.find(({ _id }) => _id === id) ?? []);
    client.setQueryData(query.queryKey, next);
    order.run(next);
  };
  const items = statuses.map((status) => ({
    id: status._id,
    label: status.name,
    content: (
      <StatusRow
        model={model}
        status={status}
        onEdit={mayWrite ? () => setDialog({ kind: 'edit', status }) : undefined}
        onMerge={mayWrite && others(status).length > 0 ? () => setDialog({ kind: 'merge', status }) : undefined}
        onDelete={mayWrite && !status.isDefault ? () => askDelete(status) : undefined}
      />
    ),
  }));
  return (
    <Stack gap="md">
      {statuses.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(pipelineId === undefined ? 'statuses.none' : 'statuses.noStage')}
        </Text>
      ) : (
        <SortableList label={t('statuses.list')} items={items} onOrder={setOrder} disabled={!mayWrite} />
      )}
      {mayWrite && (
        <Group>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'new' })}>
            {t('statuses.create')}
          </Button>
        </Group>
      )}
      {dialog && (
        <OpenDialog
          model={model}
          pipelineId={pipelineId}
          dialog={dialog}
          others={others}
          onDone={() => void refresh()}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Stack>
  );
}

interface OpenDialogProps extends StatusListProps {
  readonly dialog: Dialog;
  readonly others: (status: Status) => readonly Status[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function OpenDialog({ model, pipelineId, dialog, others, onDone, onClose }: OpenDialogProps) {
  if (dialog.kind === 'new' || dialog.kind === 'edit')
    return (
      <StatusDialog
        model={model}
        pipelineId={pipelineId}
        status={dialog.kind === 'edit' ? dialog.status : undefined}
        onSaved={onDone}
        onClose={onClose}
      />
    );
  return (
    <MergeDialog
      model={model}
      status={dialog.status}
      others={others(dialog.status)}
      isInUse={dialog.kind === 'replace'}
      onMerged={onDone}
      onClose={onClose}
    />
  );
}
