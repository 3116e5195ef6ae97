import { Checkbox, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf } from '~/fields/kinds.ts';
import type { Field, Model } from '~/metadata/model.ts';
import type { CellProps, Column } from '~/ui/table/column.ts';
import { isPlain } from './cell-content.tsx';
import { type ColumnActions, ColumnTitle } from './column-title.tsx';
import { isEditable } from './columns.ts';
import { activeId, type GridLine } from './grid-line.ts';
import { GroupTitle } from './group-title.tsx';
import { RecordCell, type RecordCellProps } from './record-cell.tsx';
import classes from './table.module.css';
import { TotalText } from './total-text.tsx';
import type { Totals } from './totals.ts';
import type { FieldColumn } from './use-column-prefs.ts';
import type { RowSelection } from './use-selection.ts';

interface GridColumnsOptions extends Pick<RecordCellProps, 'cellEditing'> {
  readonly grid: string;
  readonly model: Model;
  readonly columns: readonly FieldColumn[];
  /** The column whose cells link to their records. */
  readonly linkKey: string | undefined;
  readonly sort: readonly string[] | undefined;
  readonly actions: ColumnActions;
  readonly selected: 'none' | 'some' | 'all';
  readonly onSelectAll: RowSelection['toggleAll'];
}

/**
 * The columns of a table of records. They stay the same while the table scrolls and while single records are selected,
 * so that no other row is rendered.
 */
export function useGridColumns(options: GridColumnsOptions): readonly Column<GridLine>[] {
  const { grid, model, columns, linkKey, sort, actions, selected, onSelectAll, cellEditing } = options;
  const { t, i18n } = useTranslation('records');
  const basePath = useRouter().basepath;
  return useMemo(
    () => [
      selectColumn({ grid, t, selected, onSelectAll }),
      ...columns.map((column, n) => {
        const isLink = column.field.key === linkKey;
        const cell = { model, column, index: n + 1, isLink, basePath, cellEditing };
        return fieldColumn({ grid, cell, sort, actions, t, language: i18n.language });
      }),
    ],
    [grid, model, columns, linkKey, sort, actions, selected, onSelectAll, cellEditing, basePath, t, i18n.language],
  );
}

/** The attributes of the cell that keys act on. */
const activeProps = (grid: string, line: GridLine, index: number): CellProps =>
  line.kind !== 'totals' && line.activeColumn === index ? { id: activeId(grid), 'data-active': true } : notActive;

const notActive: CellProps = {};

interface SelectColumnOptions extends Pick<GridColumnsOptions, 'grid' | 'selected' | 'onSelectAll'> {
  readonly t: TFunction<'records'>;
}

function selectColumn({ grid, t, selected, onSelectAll }: SelectColumnOptions): Column<GridLine> {
  return {
    // Fields cannot have this key.
    key: '',
    left: 0,
    title: (
      <>
        <VisuallyHidden>{t('select.column')}</VisuallyHidden>
        <Checkbox
          size="xs"
          aria-label={t('select.all')}
          checked={selected === 'all'}
          indeterminate={selected === 'some'}
          onChange={onSelectAll}
        />
      </>
    ),
    cell: (line) => {
      if (line.kind === 'totals') return null;
      if (line.kind === 'group') {
        const Chevron = line.section.collapsed ? IconChevronRight : IconChevronDown;
        return <Chevron size={16} aria-hidden />;
      }
      return (
        <input
          type="checkbox"
          checked={line.selected}
          disabled={line.record === undefined}
          readOnly
          tabIndex={-1}
          aria-label={t('select.row')}
        />
      );
    },
    cellProps: (line) => ({ ...activeProps(grid, line, 0), className: classes.center }),
  };
}

interface FieldColumnOptions extends Pick<GridColumnsOptions, 'grid' | 'sort' | 'actions'> {
  readonly cell: Omit<RecordCellProps, 'line'>;
  readonly t: TFunction<'records'>;
  readonly language: string;
}

function fieldColumn({ grid, cell, sort, actions, t, language }: FieldColumnOptions): Column<GridLine> {
  const { column, index, isLink } = cell;
  const { field, left, last } = column;
  const sorted = sort?.includes(field.key) ? 'ascending' : sort?.includes(`-${field.key}`) ? 'descending' : undefined;
  const editable = !isLink && isEditable(field);
  return {
    key: field.key,
    align: kindOf(field).align,
    left,
    edge: last,
    sorted,
    title: <ColumnTitle column={column} sorted={sorted} actions={actions} />,
    cell: (line) => {
      if (line.kind === 'record') return <RecordCell {...cell} line={line} />;
      if (line.kind === 'totals')
        return (
          totalOf(field, line.totals) ??
          (index === 1 && t('total.count', { count: line.count, number: line.count.toLocaleString(language) }))
        );
      if (index > 1) return totalOf(field, line.section.totals);
      return <GroupTitle grouping={line.grouping} section={line.section} />;
    },
    cellProps: (line) => {
      const props = activeProps(grid, line, index);
      if (line.kind !== 'record') return props;
      const isEditing = props !== notActive && line.editing && line.record !== undefined;
      let className = isPlain(field) && !isEditing ? classes.plain : '';
      if (editable && line.canWrite) className += ` ${classes.editable}`;
      return { ...props, className, 'data-editing': isEditing || undefined };
    },
  };
}

function totalOf(field: Field, totals: Totals) {
  const total = totals.get(field.key);
  return total && <TotalText field={field} total={total} />;
}
