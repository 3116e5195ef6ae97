import { Button, Checkbox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import type { Column } from '~/ui/table/column.ts';
import { Moment } from '~/views/parts/moment.tsx';
import { UserName } from '../parts/user-name.tsx';
import type { TrashEntry } from './trash.ts';

interface Options {
  /** The ids of the records that the person has chosen. */
  readonly picked: ReadonlySet<string>;
  readonly setPicked: (ids: ReadonlySet<string>) => void;
  readonly restorable: readonly TrashEntry[];
  readonly mayRestore: (entry: TrashEntry) => boolean;
  readonly isRestoring: boolean;
  readonly onRestore: (entry: TrashEntry) => void;
}

/** The columns of the trash, with checkboxes that select entries. */
export function useTrashColumns(options: Options): Column<TrashEntry>[] {
  const { picked, setPicked, restorable, mayRestore, isRestoring, onRestore } = options;
  const { t } = useTranslation('admin');
  const registry = useRegistry();
  const chosen = restorable.filter(({ recordId }) => picked.has(recordId));
  return [
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
          <Button size="compact-xs" variant="default" disabled={isRestoring} onClick={() => onRestore(entry)}>
            {t(entry.modelDeleted ? 'trash.restoreModel' : 'trash.restore')}
          </Button>
        ),
    },
  ];
}
