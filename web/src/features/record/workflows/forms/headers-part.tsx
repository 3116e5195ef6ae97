import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { objectOf, textOf } from '../flow/step.ts';
import { type PartProps, problemAt, withPart } from './parts.ts';
import { usePartText } from './use-part-text.ts';

type Row = readonly [string, string];

/** Names and values of headers. Rows without a name are not taken over. */
export function HeadersPart({ part, config, onChange, problems }: PartProps<'headers'>) {
  const { label } = usePartText(part);
  const { t } = useTranslation('workflows');
  const id = useId();
  const [rows, setRows] = useState<readonly Row[]>(() =>
    Object.entries(objectOf(config[part.key])).map(([name, value]) => [name, textOf(value)]),
  );
  const set = (next: readonly Row[]) => {
    setRows(next);
    const named = next.filter(([name]) => name !== '');
    onChange(withPart(config, part.key, named.length === 0 ? undefined : Object.fromEntries(named)));
  };
  const change = (n: number, row: Row) => set(rows.map((before, index) => (index === n ? row : before)));
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <Input.Label id={id} labelElement="div">
        {label}
      </Input.Label>
      {rows.map(([name, value], n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their inputs hold no state.
        <Group key={n} gap={6} wrap="nowrap">
          <TextInput
            aria-label={t('headers.name', { number: n + 1 })}
            value={name}
            onChange={({ currentTarget }) => change(n, [currentTarget.value, value])}
          />
          <TextInput
            flex={1}
            aria-label={t('headers.value', { number: n + 1 })}
            value={value}
            onChange={({ currentTarget }) => change(n, [name, currentTarget.value])}
          />
          <ActionIcon
            size={36}
            variant="default"
            aria-label={t('headers.remove', { number: n + 1 })}
            onClick={() => set(rows.filter((_, index) => index !== n))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => setRows([...rows, ['', '']])}
      >
        {t('headers.add')}
      </Button>
      {problemAt(problems, part.key) !== undefined && (
        <Input.Error role="alert">{problemAt(problems, part.key)}</Input.Error>
      )}
    </Stack>
  );
}
