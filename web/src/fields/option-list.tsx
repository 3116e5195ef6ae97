import { Combobox, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './fields.module.css';

export interface OptionItem {
  readonly value: string;
  readonly label: string;
  /** A second line that distinguishes equal names. */
  readonly second?: string | undefined;
  readonly left?: ReactNode;
}

/** The value of the option that creates an entry; no record or option has this value. */
export const createValue = '$create';

interface OptionListProps {
  readonly items: readonly OptionItem[];
  readonly selected: readonly string[];
  readonly loading?: boolean | undefined;
  readonly failure?: string | undefined;
  readonly create?: string | undefined;
}

/** The options in the dropdown of an input. */
export function OptionList({ items, selected, loading, failure, create }: OptionListProps) {
  const { t } = useTranslation('fields');
  return (
    <Combobox.Options aria-label={t('options')} className={classes.options}>
      {items.map(({ value, label, second, left }) => (
        <Combobox.Option key={value} value={value} active={selected.includes(value)}>
          <Group gap={8} wrap="nowrap">
            {left}
            <Stack gap={0} miw={0} flex={1}>
              <Text size="sm" truncate>
                {label}
              </Text>
              {second !== undefined && (
                <Text size="xs" c="dimmed" truncate>
                  {second}
                </Text>
              )}
            </Stack>
            {selected.includes(value) && <IconCheck size={14} aria-hidden />}
          </Group>
        </Combobox.Option>
      ))}
      {items.length === 0 && <Combobox.Empty>{failure ?? (loading ? t('searching') : t('noneFound'))}</Combobox.Empty>}
      {create !== undefined && (
        <Combobox.Option value={createValue} className={classes.create}>
          <Group gap={8} wrap="nowrap" c="var(--mantine-color-anchor)">
            <IconPlus size={14} aria-hidden />
            <Text size="sm" truncate>
              {create}
            </Text>
          </Group>
        </Combobox.Option>
      )}
    </Combobox.Options>
  );
}
