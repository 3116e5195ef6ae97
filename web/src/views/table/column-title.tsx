import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconChevronDown,
  IconEyeOff,
  IconFilter,
  IconPin,
  IconPinnedOff,
  IconStack2,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { kindOf } from '~/fields/kinds.ts';
import classes from './column-title.module.css';
import { canGroup } from './groups.ts';
import { ResizeHandle } from './resize-handle.tsx';
import type { FieldColumn } from './use-column-prefs.ts';

/** The actions of a column. */
export interface ColumnActions {
  readonly sort: (key: string, more: boolean) => void;
  readonly sortBy: (sort: readonly string[]) => void;
  readonly groupBy: (key: string) => void;
  readonly filterBy: ((key: string) => void) | undefined;
  readonly hide: (key: string) => void;
  readonly move: (key: string, step: -1 | 1) => void;
  readonly pin: (key: string) => void;
  readonly resize: (key: string, width: number) => void;
  readonly previewWidth: (key: string, width: number) => void;
}

interface ColumnTitleProps {
  readonly column: FieldColumn;
  readonly sorted: 'ascending' | 'descending' | undefined;
  readonly actions: ColumnActions;
}

const iconSize = 14;

/** The title of a column, with its menu and the edge that changes its width. */
export function ColumnTitle({ column, sorted, actions }: ColumnTitleProps) {
  const { field, width, left } = column;
  const { key, label, sortable } = field;
  const isRight = kindOf(field).align === 'right';
  const Arrow = sorted === 'ascending' ? IconArrowUp : IconArrowDown;
  const className = [classes.sort, sorted && classes.sorted, isRight && classes.right].filter(Boolean).join(' ');
  const content = (
    <>
      <span>{label}</span>
      {sorted && <Arrow size={iconSize} aria-hidden />}
    </>
  );
  return (
    <>
      {sortable ? (
        <button
          type="button"
          className={className}
          title={label}
          onClick={({ shiftKey }) => actions.sort(key, shiftKey)}
        >
          {content}
        </button>
      ) : (
        <div className={className} title={label}>
          {content}
        </div>
      )}
      <ColumnMenu column={column} actions={actions} />
      <ResizeHandle
        width={width}
        isPinned={left !== undefined}
        onPreview={(next) => actions.previewWidth(key, next)}
        onResize={(next) => actions.resize(key, next)}
      />
    </>
  );
}

function ColumnMenu({ column: { field, width, left }, actions }: Pick<ColumnTitleProps, 'column' | 'actions'>) {
  const { t } = useTranslation('records');
  const { key, label, sortable } = field;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.menu}
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={t('column.menu', { column: label })}
        >
          <IconChevronDown size={iconSize} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {sortable && (
          <>
            <Menu.Item leftSection={<IconArrowUp size={iconSize} />} onClick={() => actions.sortBy([key])}>
              {t('column.ascending')}
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown size={iconSize} />} onClick={() => actions.sortBy([`-${key}`])}>
              {t('column.descending')}
            </Menu.Item>
          </>
        )}
        {canGroup(field) && (
          <Menu.Item leftSection={<IconStack2 size={iconSize} />} onClick={() => actions.groupBy(key)}>
            {t('column.group')}
          </Menu.Item>
        )}
        {field.filterable && actions.filterBy && (
          <Menu.Item leftSection={<IconFilter size={iconSize} />} onClick={() => actions.filterBy?.(key)}>
            {t('column.filter')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={left === undefined ? <IconPin size={iconSize} /> : <IconPinnedOff size={iconSize} />}
          onClick={() => actions.pin(key)}
        >
          {t(left === undefined ? 'column.pin' : 'column.unpin')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowLeft size={iconSize} />} onClick={() => actions.move(key, -1)}>
          {t('column.left')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowRight size={iconSize} />} onClick={() => actions.move(key, 1)}>
          {t('column.right')}
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} onClick={() => actions.resize(key, width + 40)}>
          {t('column.wider')}
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} onClick={() => actions.resize(key, width - 40)}>
          {t('column.narrower')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconEyeOff size={iconSize} />} onClick={() => actions.hide(key)}>
          {t('column.hide')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
