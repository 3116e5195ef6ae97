import { Checkbox, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './header.module.css';
import { type ColumnActions, HeaderCell } from './header-cell.tsx';
import tableClasses from './table.module.css';
import type { Column } from './use-column-prefs.ts';

interface GridHeaderProps {
  readonly columns: readonly Column[];
  readonly sort: readonly string[];
  readonly actions: ColumnActions;
  readonly selected: 'none' | 'some' | 'all';
  readonly onSelectAll: () => void;
}

export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { columns, sort, actions, selected, onSelectAll } = props;
  const { t } = useTranslation('records');
  return (
    <tr aria-rowindex={1} className={tableClasses.header}>
      <th scope="col" className={`${classes.cell} ${classes.pinned} ${classes.select}`} style={{ left: 0 }}>
        <VisuallyHidden>{t('select.column')}</VisuallyHidden>
        <Checkbox
          size="xs"
          aria-label={t('select.all')}
          checked={selected === 'all'}
          indeterminate={selected === 'some'}
          onChange={onSelectAll}
        />
      </th>
      {columns.map((column) => (
        <HeaderCell key={column.field.key} column={column} sort={sort} actions={actions} />
      ))}
      <td aria-hidden />
    </tr>
  );
});
