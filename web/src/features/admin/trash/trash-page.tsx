import { Alert, Button, Group, List } from '@mantine/core';
import { IconRestore, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { errorText } from '~/ui/error-text.ts';
import { Page } from '~/ui/page.tsx';
import { Select } from '~/ui/select/select.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { listTrash, type RestoreResult, type TrashEntry, trashKey } from './trash.ts';
import { useRestore } from './use-restore.ts';
import { useTrashColumns } from './use-trash-columns.tsx';

export function TrashPage() {
  const { t } = useTranslation('admin');
  const registry = useRegistry();
  const can = useCan();
  const [{ model }, setState] = useUrlTexts();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const pages = usePages<TrashEntry>({
    queryKey: [...trashKey, model],
    read: (cursor, signal) => listTrash(model, cursor, signal),
  });
  const restore = useRestore(() => setPicked(new Set()));
  const mayRestore = ({ moduleKey, slug, modelDeleted }: TrashEntry) => {
    if (modelDeleted) return can.scope('data:admin');
    const found = registry.at(moduleKey, slug);
    return found !== undefined && can.write(found);
  };
  const restorable = pages.rows.filter(mayRestore);
  const chosen = restorable.filter(({ recordId }) => picked.has(recordId));
  const columns = useTrashColumns({
    picked,
    setPicked,
    restorable,
    mayRestore,
    isRestoring: restore.isPending,
    onRestore: (entry) => restore.mutate([entry]),
  });
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
      <Failures failures={restore.data?.failures ?? []} />
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

interface FailuresProps {
  readonly failures: RestoreResult['failures'];
}

/** The entries that could not be restored, and why. */
function Failures({ failures }: FailuresProps) {
  const { t } = useTranslation('admin');
  if (failures.length === 0) return null;
  return (
    <Alert color="red" mb="sm" role="alert" title={t('trash.failed', { count: failures.length })}>
      <List size="sm">
        {failures.map(({ entry, error }) => (
          <List.Item key={entry.recordId}>
            {entry.title ?? entry.recordId}: {errorText(error, t)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
