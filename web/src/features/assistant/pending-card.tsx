import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ai, type PendingAction, pendingPath, type ToolCall } from '~/api/ai.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { refreshWritten } from '~/api/refresh.ts';
import { RecordName } from '~/fields/reference/display.tsx';
import { useReferenced } from '~/fields/reference/lookup.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyError } from '~/ui/notify.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { UndoChanges } from '~/views/undo-changes.tsx';
import { type FieldValue, FieldValues } from './field-values.tsx';
import { useProposalView } from './proposal-views.ts';
import { ToolCard } from './tool-card.tsx';

interface PendingCardProps {
  readonly call: ToolCall;
  readonly id: string;
}

/** A change that awaits the person's decision, with the values before and after. */
export function PendingCard({ call, id }: PendingCardProps) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.record(pendingPath, id),
    queryFn: async ({ signal }) => (await records.get(pendingPath, id, [], signal)) as unknown as PendingAction,
  });
  return (
    <ToolCard call={call}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Decision action={data} />
      ) : (
        <Skeleton h={40} mt={6} />
      )}
    </ToolCard>
  );
}

const system = new Set(['_id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy']);

/** The fields that the change alters. */
function differences({ before, after }: PendingAction): readonly FieldValue[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter((key) => !system.has(key) && JSON.stringify(before?.[key] ?? null) !== JSON.stringify(after?.[key] ?? null))
    .map((key) => ({ key, before: before?.[key], after: after?.[key] }));
}

function Decision({ action }: { readonly action: PendingAction }) {
  const { t } = useTranslation('assistant');
  const client = useQueryClient();
  const model = useRegistry().find(action.model ?? '');
  const record = useReferenced(model, action.recordId ?? undefined, undefined);
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'reject') => ai.decide(action._id, decision),
    onSuccess: (decided) => {
      client.setQueryData(keys.record(pendingPath, action._id), decided);
      if (model) void refreshWritten(client, keys.model(model.path));
    },
    onError: (error) => {
      notifyError(error);
      return client.invalidateQueries({ queryKey: keys.record(pendingPath, action._id) });
    },
  });
  const View = useProposalView(action.tool);
  const isDeletion = action.tool === 'deleteRecord';
  return (
    <>
      {model && action.recordId !== null && (
        <Text size="sm" component="div">
          <RecordName target={model} record={record} />
        </Text>
      )}
      {View ? (
        <Suspense fallback={<Skeleton h={80} mt={6} />}>
          <View action={action} />
        </Suspense>
      ) : model && !isDeletion ? (
        <FieldValues
          model={model}
          values={differences(action)}
          withBefore={action.before !== null}
          // A new record without a currency has that of the company.
          record={{ currency: null, ...record, ...action.after }}
          recordBefore={{ currency: null, ...record, ...action.before }}
        />
      ) : null}
      {action.status === 'pending' ? (
        <Group gap="xs" mt={8}>
          <Button
            size="compact-sm"
            color={isDeletion ? 'red' : undefined}
            loading={decide.isPending && decide.variables === 'approve'}
            disabled={decide.isPending}
            onClick={() => decide.mutate('approve')}
          >
            {t('pending.approve')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={decide.isPending && decide.variables === 'reject'}
            disabled={decide.isPending}
            onClick={() => decide.mutate('reject')}
          >
            {t('pending.reject')}
          </Button>
          {action.expiresAt !== null && (
            <Text size="xs" c="dimmed">
              {t('pending.expires')} <TimeText value={action.expiresAt} />
            </Text>
          )}
        </Group>
      ) : (
        <Text size="xs" c={action.status === 'failed' ? 'red' : 'dimmed'} mt={4} role="status">
          {t(`pending.${action.status}`)} {action.error?.message}
        </Text>
      )}
      {model && action.recordId === null && action.result?.change === 'created' && (
        <CreatedRecord model={model} id={action.result.id} />
      )}
      {action.status === 'approved' && action.completionId !== null && (
        <UndoChanges completionId={action.completionId} count={1} />
      )}
    </>
  );
}

/** The link to the record that did not exist before. */
function CreatedRecord({ model, id }: { readonly model: Model; readonly id: string }) {
  const record = useReferenced(model, id, undefined);
  return (
    <Text size="sm" component="div">
      <RecordName target={model} record={record} />
    </Text>
  );
}
