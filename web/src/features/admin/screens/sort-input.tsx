import { ActionIcon, Group, Select, Tooltip } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';

interface SortInputProps {
  readonly model: Model;
  /** `name` or `-name` */
  readonly value: string | null;
  readonly error?: string | undefined;
  readonly onChange: (sort: string | null) => void;
}

/** Chooses a field and the direction in which records are sorted. */
export function SortInput({ model, value, error, onChange }: SortInputProps) {
  const { t } = useTranslation('screens');
  const descending = value?.startsWith('-') ?? false;
  const key = value?.replace(/^-/, '') ?? null;
  const direction = t(descending ? 'screen.descending' : 'screen.ascending');
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <Select
        flex={1}
        label={t('screen.sort')}
        placeholder={t('screen.newestFirst')}
        data={model.fields
          .filter(({ sortable }) => sortable)
          .map((field) => ({ value: field.key, label: field.label }))}
        value={key}
        onChange={(next) => onChange(next === null ? null : descending ? `-${next}` : next)}
        error={error}
        searchable
        clearable
      />
      <Tooltip label={direction}>
        <ActionIcon
          variant="default"
          size={36}
          disabled={key === null}
          aria-label={t('screen.turnSort', { direction })}
          onClick={() => onChange(descending ? key : `-${key}`)}
        >
          {descending ? <IconSortDescending size={18} /> : <IconSortAscending size={18} />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
