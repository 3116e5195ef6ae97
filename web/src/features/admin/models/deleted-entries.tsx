import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import type { Model } from '~/metadata/model.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { notifyJob } from '~/ui/job-notice.tsx';
import { notifyDone } from '~/ui/notify.ts';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { UserName } from '../parts/user-name.tsx';
import { type DeletedEntry, deletedQuery, schema } from './schema.ts';

interface DeletedEntriesProps {
  /** The model whose deleted fields are listed. Without it, all deleted models and fields are. */
  readonly model?: Model;
}

/** Deleted models and fields that can be restored. The page of a model shows nothing if there are none. */
export function DeletedEntries({ model }: DeletedEntriesProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const query = useQuery(deletedQuery);
  const rows = (query.data ?? []).filter(
    (entry) =>
      model === undefined ||
      (entry.kind === 'field' && entry.moduleKey === model.moduleKey && entry.slug === model.slug),
  );
  const restore = useAction({
    run: async (entry: DeletedEntry) => {
      const { label } = entry;
      if (entry.kind === 'field') {
        await schema.restoreField(entry);
        notifyDone(t('models.restored', { label }));
        return;
      }
      const { jobId } = await schema.restoreModel(entry);
      void notifyJob(jobId, { running: t('models.restoring', { label }), done: t('models.restored', { label }) });
    },
    refresh: () => client.invalidateQueries({ queryKey: keys.registry }),
  });
  if (model && rows.length === 0 && !query.error) return null;
  const columns: Column<DeletedEntry>[] = [
    {
      key: 'label',
      title: t('models.deletedWhat'),
      cell: ({ kind, label, moduleKey, slug, key }) => (
        <>
          <Text size="sm">{label}</Text>
          <Text size="xs" c="dimmed">
            {t(`models.kinds.${kind}`)} · {[moduleKey, slug, key].filter(Boolean).join('.')}
          </Text>
        </>
      ),
    },
    {
      key: 'by',
      title: t('trash.by'),
      wide: true,
      cell: ({ deletedBy }) => <UserName id={deletedBy?._id} email={deletedBy?.email} />,
    },
    { key: 'at', title: t('trash.deleted'), wide: true, cell: ({ deletedAt }) => <Moment time={deletedAt} /> },
    { key: 'until', title: t('models.until'), cell: ({ restorableUntil }) => <Moment time={restorableUntil} /> },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      cell: (entry) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => restore.run(entry)}
          loading={restore.isRunning && restore.input?.restorePath === entry.restorePath}
        >
          {t('trash.restore')}
        </Button>
      ),
    },
  ];
  const table = (
    <ListTable
      label={t('models.deletedTitle')}
      columns={columns}
      rowKey={({ restorePath }) => restorePath}
      pages={{ rows, isPending: query.isPending, error: query.error, retry: () => query.refetch() }}
      empty={<EmptyState icon={IconTrash} title={t('models.noneDeleted')} text={t('models.deletedText')} />}
    />
  );
  if (!model) return table;
  return (
    <PageSection title={t('models.deletedTitle')} text={t('models.deletedText')}>
      {table}
    </PageSection>
  );
}
