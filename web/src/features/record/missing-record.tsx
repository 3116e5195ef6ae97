import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMapSearch, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelPath } from '~/metadata/model.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { TimeText } from '~/ui/time-text.tsx';
import { Neighbours } from './head/neighbours.tsx';
import { Person } from './parts/person.tsx';
import type { HistoryEntry } from './timeline/entries.ts';
import { TimelinePanel } from './timeline/timeline-panel.tsx';

interface MissingRecordProps {
  readonly model: Model;
  readonly id: string;
}

/** The last history entry of the record; null when none is visible to the person. */
async function lastEntry(model: Model, id: string): Promise<HistoryEntry | null> {
  try {
    const { data } = await records.history(model.path, id, { limit: 1 });
    return (data[0] as unknown as HistoryEntry | undefined) ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429) return null;
    throw error;
  }
}

/** Shown for a missing record: it was deleted and can be restored, or is not visible to the person. */
export function MissingRecord({ model, id }: MissingRecordProps) {
  const last = useQuery({
    queryKey: [...keys.history(model.path, id), 'last'],
    queryFn: () => lastEntry(model, id),
  });
  if (last.isPending) return <PageLoading />;
  if (last.isError) return <ErrorState error={last.error} onRetry={() => last.refetch()} />;
  if (last.data?.action !== 'deleted') return <NeverThere model={model} />;
  return <Deleted model={model} id={id} entry={last.data} />;
}

function NeverThere({ model }: { readonly model: Model }) {
  const { t } = useTranslation('record');
  return (
    <EmptyState
      icon={IconMapSearch}
      title={t('missing.title', { model: model.label })}
      level={1}
      text={t('missing.text')}
      action={
        <Button component={Link} to={modelPath(model)} variant="default" size="xs">
          {t('missing.list', { models: model.labelPlural })}
        </Button>
      }
    />
  );
}

function Deleted({ model, id, entry }: MissingRecordProps & { readonly entry: HistoryEntry }) {
  const { t } = useTranslation('record');
  const client = useQueryClient();
  const canWrite = useCan().write(model);
  const restore = useMutation({
    mutationFn: () => records.restore(model.path, id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['records'] }),
    onError: (error) => notifyError(error),
  });
  const title = entry.changes.find(({ field }) => field === model.titleField)?.before;
  return (
    <Page
      above={<Neighbours model={model} id={id} />}
      title={typeof title === 'string' ? title : model.label}
      width={760}
      actions={
        canWrite && (
          <Button size="xs" loading={restore.isPending} onClick={() => restore.mutate()}>
            {t('missing.restore')}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <Group gap={8} c="dimmed">
          <IconTrash size={16} aria-hidden />
          <Text size="sm">{t('missing.deleted')}</Text>
          <Person id={entry.actor?._id ?? null} email={entry.actor?.email} />
          <Text size="sm">
            <TimeText value={entry.timestamp} />
          </Text>
        </Group>
        <TimelinePanel model={model} id={id} record={undefined} />
      </Stack>
    </Page>
  );
}
