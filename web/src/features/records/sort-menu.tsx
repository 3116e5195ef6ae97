import { Popover } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { SortKeys } from '~/views/sort/sort-keys.tsx';
import { ToolButton } from './tool-button.tsx';

interface SortMenuProps {
  readonly model: Model;
  readonly sort: readonly string[];
  readonly onChange: (sort: string[]) => void;
}

/** Sorts the records by up to five fields. */
export function SortMenu({ model, sort, onChange }: SortMenuProps) {
  const { t } = useTranslation('records');
  return (
    <Popover position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <ToolButton icon={IconArrowsSort} label={t('sort.title')} count={sort.length} />
      </Popover.Target>
      <Popover.Dropdown p="xs" w={300}>
        <SortKeys model={model} sort={sort} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}
