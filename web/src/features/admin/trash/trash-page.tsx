import { Alert, Button, Checkbox, Group, List, Text } from '@mantine/core';
import { IconRestore, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { refreshWritten } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { errorText } from '~/ui/error-text.ts';
import { notifyDone } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { Column } from '~/views/parts/data-table.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { UserName } from '../parts/user-name.tsx';
import { listTrash, restoreEntries, type TrashEntry, trashKey } from './trash.ts';

export function TrashPage() {
  const { t } = useTranslation('admin');
  const registry = useRegistry();
  const can = useCan();
  const client = useQueryClient();
  const [{ model }, setState] = useUrlTexts();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const pages = usePages<TrashEntry>({
    queryKey: [...trashKey, model],
    read: (cursor, signal) => listTrash(model, cursor, signal),
  });
  const restore = useMutation({
    mutationFn: restoreEntries,
    onSuccess: ({ restored, queued }, entries) => {
      setPicked(new Set());
      if (restored > 0) notifyDone(t('trash.restored', { count: restored }));
      if (queued > 0) notifyDone(t('trash.queued', { count: queued }));
      void client.invalidateQueries({ queryKey: trashKey });
      if (entries.some(({ modelDeleted }) => modelDeleted)) void client.invalidateQueries({ queryKey: keys.registry });
      for (const path of new Set(entries.map(({ moduleKey, slug }) => `/api/${moduleKey}/${slug}`)))
        void refreshWritten(client, keys.model(path));
    },
  });
  const mayRestore = ({ moduleKey, slug, modelDeleted }: TrashEntry) => {
    if (modelDeleted) return can.scope('data:admin');
    const found = registry.at(moduleKey, slug);
    return found !== undefined && can.write(found);
  };
  const restorable = pages.rows.filter(mayRestore);
  const chosen = restorable.filter(({ recordId }) => picked.has(recordId));
  const failures = restore.data?.failures ?? [];
  const columns: Column<TrashEntry>[] = [
    {
      key: 'pick',
      title: (
        <Checkbox
          size="xs"
          aria-label={t('trash.pickAll')}
          checked={chosen.length > 0 && chosen.length === restorable.length}
          indeterminate={chosen.length > 0 && chosen.length < restorable.length}
          onChange={(event) =>
            setPicked(new Set(event.currentTarget.checked ? restorable.map(({ recordId }) => recordId) : []))
          }
        />
      ),
      width: 36,
      cell: (entry) => (
        <Checkbox
          size="xs"
          aria-label={t('trash.pick', { title: entry.title ?? entry.recordId })}
          disabled={!mayRestore(entry)}
          checked={picked.has(entry.recordId)}
          onChange={(event) => {
            const next = new Set(picked);
            if (event.currentTarget.checked) next.add(entry.recordId);
            else next.delete(entry.recordId);
            setPicked(next);
          }}
        />
      ),
    },
    {
      key: 'title',
      title: t('trash.record'),
      cell: ({ title, recordId }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {title || recordId}
        </Text>
      ),
    },
    {
      key: 'model',
      title: t('trash.model'),
      cell: ({ moduleKey, slug }) => registry.at(moduleKey, slug)?.label ?? slug,
    },
    {
      key: 'by',
      title: t('trash.by'),
      wide: true,
      cell: ({ deletedBy }) => <UserName id={deletedBy?._id} email={deletedBy?.email} />,
    },
    { key: 'time', title: t('trash.deleted'), cell: ({ deletedAt }) => <Moment time={deletedAt} /> },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      cell: (entry) =>
        mayRestore(entry) && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={restore.isPending}
            onClick={() => restore.mutate([entry])}
          >
            {t(entry.modelDeleted ? 'trash.restoreModel' : 'trash.restore')}
          </Button>
        ),
    },
  ];
  return (
    <Page title={t('sections.trash.name')} description={t('trash.text')}>
      <Group gap="xs" mb="sm">
        <Select
          size="xs"
          w={{ base: '100%', xs: 280 }}
          aria-label={t('trash.byModel')}
          placeholder={t('trash.byModel')}
          data={registry.models.map((each) => ({ value: modelName(each), label: each.labelPlural }))}
          value={model ?? null}
          onChange={(next) => setState({ model: next ?? undefined })}
          searchable
          clearable
          limit={60}
        />
        {chosen.length > 0 && (
          <Button
            size="xs"
            leftSection={<IconRestore size={14} />}
            loading={restore.isPending}
            onClick={() => restore.mutate(chosen)}
          >
            {t('trash.restoreMany', { count: chosen.length })}
          </Button>
        )}
      </Group>
      {failures.length > 0 && (
        <Alert color="red" mb="sm" role="alert" title={t('trash.failed', { count: failures.length })}>
          <List size="sm">
            {failures.map(({ entry, error }) => (
              <List.Item key={entry.recordId}>
                {entry.title ?? entry.recordId}: {errorText(error, t)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <ListTable
        label={t('sections.trash.name')}
        columns={columns}
        rowKey={({ recordId }) => recordId}
        pages={pages}
        empty={<EmptyState icon={IconTrash} title={t('trash.none')} text={t('trash.noneText')} />}
      />
    </Page>
  );
}
