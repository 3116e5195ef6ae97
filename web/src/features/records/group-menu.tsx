import { Popover, SegmentedControl, Stack } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Field, Model } from '~/metadata/model.ts';
import { Select } from '~/ui/select/select.tsx';
import { canGroup, isTemporal, periods, readGrouping } from '~/views/table/groups.ts';
import type { Layout } from './search.ts';
import { ToolButton } from './tool-button.tsx';

interface GroupMenuProps {
  readonly model: Model;
  readonly layout: Layout;
  readonly groupBy: string;
  readonly onChange: (groupBy: string) => void;
}

/** True when a board can use the field for its columns. */
const fitsBoard = ({ type }: Field): boolean => type === 'choice' || type === 'reference';

/** Chooses the field that defines the groups of a table or the columns of a board. */
export function GroupMenu({ model, layout, groupBy, onChange }: GroupMenuProps) {
  const { t } = useTranslation('records');
  const fields = model.fields.filter((field) => canGroup(field) && (layout === 'table' || fitsBoard(field)));
  const grouping = readGrouping(fields, groupBy);
  return (
    <Popover position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <ToolButton icon={IconStack2} label={t('group.title')} count={grouping ? 1 : 0} />
      </Popover.Target>
      <Popover.Dropdown p="xs" w={280}>
        <Stack gap={8}>
          <Select
            size="xs"
            label={t('group.by')}
            placeholder={t('group.nothing')}
            data={fields.map(({ key, label }) => ({ value: key, label }))}
            value={grouping?.field.key ?? null}
            onChange={(next) => onChange(next ?? '')}
            searchable
            clearable
            comboboxProps={{ withinPortal: false }}
          />
          {grouping && layout === 'table' && isTemporal(grouping.field) && (
            <SegmentedControl
              size="xs"
              aria-label={t('group.period')}
              value={grouping.period ?? 'month'}
              onChange={(period) => onChange(`${grouping.field.key}:${period}`)}
              data={periods.map((period) => ({ value: period, label: t(`group.${period}`) }))}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
