import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { Select } from '~/ui/select/select.tsx';

/** The server accepts no more keys. */
const maxKeys = 5;

interface SortKeysProps {
  readonly model: Model;
  /** The keys in order of priority: `name` or `-name`. */
  readonly sort: readonly string[];
  readonly onChange: (sort: string[]) => void;
}

const keyOf = (part: string): string => part.replace(/^-/, '');

/** Chooses the fields and directions by which records are sorted. */
export function SortKeys({ model, sort, onChange }: SortKeysProps) {
  const { t } = useTranslation('records');
  const fields = model.fields.filter(({ sortable, key }) => sortable && key !== '_id');
  const options = (own: string) =>
    fields
      .filter(({ key }) => key === own || !sort.some((part) => keyOf(part) === key))
      .map(({ key, label }) => ({ value: key, label }));
  const replace = (at: number, part: string | undefined) =>
    onChange(sort.flatMap((now, n) => (n === at ? (part === undefined ? [] : [part]) : [now])));
  return (
    <Stack gap={6}>
      {sort.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('sort.none')}
        </Text>
      )}
      {sort.map((part, n) => {
        const key = keyOf(part);
        const descending = part.startsWith('-');
        return (
          <Group key={key} gap={4} wrap="nowrap">
            <Select
              size="xs"
              flex={1}
              aria-label={t('sort.field', { number: n + 1 })}
              data={options(key)}
              value={key}
              onChange={(next) => next && replace(n, descending ? `-${next}` : next)}
              searchable
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
            />
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t(descending ? 'column.descending' : 'column.ascending')}
              onClick={() => replace(n, descending ? key : `-${key}`)}
            >
              {descending ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />}
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={t('sort.remove')}
              onClick={() => replace(n, undefined)}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        );
      })}
      {sort.length < maxKeys && (
        <Select
          key={sort.length}
          size="xs"
          aria-label={t('sort.add')}
          placeholder={t('sort.add')}
          data={options('')}
          value={null}
          onChange={(next) => next && onChange([...sort, next])}
          searchable
          comboboxProps={{ withinPortal: false }}
        />
      )}
    </Stack>
  );
}
