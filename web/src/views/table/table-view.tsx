import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import type { ViewProps } from '../view.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CardList } from './card-list.tsx';
import { maxGroups } from './groups.ts';
import classes from './table.module.css';
import { TableGrid } from './table-grid.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { useSelection } from './use-selection.ts';
import { useTable } from './use-table.ts';

interface TableViewProps extends ViewProps {
  /** Filters by a field. When it is given, the header of each column offers it. */
  readonly onFilterField?: ((key: string) => void) | undefined;
}

/** The records of a model as a table, or as cards on narrow screens. */
export function TableView(props: TableViewProps) {
  const { model, state, onState, onCreate } = props;
  // The texts of inputs are loaded with the table, because a table that suspends later would lose the focus.
  const { t, i18n } = useTranslation(['records', 'fields', 'forms']);
  const narrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const table = useTable(model, state);
  const selection = useSelection(table.source);
  const canWrite = useCan().write(model);
  if (table.isLoading) return <TableSkeleton columns={table.fields} />;
  if (table.error) return <ErrorState error={table.error} onRetry={table.retry} />;
  if (table.count === 0)
    return table.isFiltered ? (
      <EmptyState
        icon={IconSearchOff}
        title={t('empty.noMatch', { models: model.labelPlural })}
        text={t('empty.noMatchText')}
        action={
          <Button variant="default" size="xs" onClick={() => onState({ filter: {}, q: '' })}>
            {t('empty.showAll')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        title={t('empty.none', { models: model.labelPlural })}
        text={canWrite ? t('empty.noneText') : undefined}
        action={
          canWrite && (
            <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => onCreate({})}>
              {t('new', { model: model.label })}
            </Button>
          )
        }
      />
    );
  const View = narrow ? CardList : TableGrid;
  return (
    <div className={classes.frame}>
      {(table.groupSections?.length ?? 0) >= maxGroups && (
        <Text size="xs" c="dimmed" px="md" py={6}>
          {t('group.limit', { max: maxGroups.toLocaleString(i18n.language) })}
        </Text>
      )}
      <View {...props} table={table} selection={selection} />
      <BulkBar model={model} columns={table.fields} count={table.count ?? 0} selection={selection} />
    </div>
  );
}
