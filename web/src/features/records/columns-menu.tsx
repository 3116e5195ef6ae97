import { Popover, Skeleton } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnsListProps } from './columns-list.tsx';
import { ToolButton } from './tool-button.tsx';

/** Loaded when the menu opens, because sorting columns needs a library. */
const ColumnsList = lazy(() => import('./columns-list.tsx').then((module) => ({ default: module.ColumnsList })));

/** Chooses and orders the columns. */
export function ColumnsMenu(props: ColumnsListProps) {
  const { t } = useTranslation('records');
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ToolButton icon={IconColumns3} label={t('columns.title')} />
      </Popover.Target>
      <Popover.Dropdown p="xs" w={280}>
        <Suspense fallback={<Skeleton h={200} />}>
          <ColumnsList {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
