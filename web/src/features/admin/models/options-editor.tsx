import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option } from '~/metadata/model.ts';
import { limits } from './schema.ts';

interface OptionsEditorProps {
  readonly value: readonly Option[];
  readonly onChange: (options: readonly Option[]) => void;
  readonly error?: string | undefined;
}

/** The options of a choice in order: the stored value, and the label. */
export function OptionsEditor({ value, onChange, error }: OptionsEditorProps) {
  const { t } = useTranslation('admin');
  // Options have no id, and two may be equal while the person types.
  const [ids, setIds] = useState(() => value.map((_, n) => n));
  const apply = (options: readonly Option[], nextIds: readonly number[]) => {
    setIds([...nextIds]);
    onChange(options);
  };
  const set = (at: number, change: Partial<Option>) =>
    onChange(value.map((option, n) => (n === at ? { ...option, ...change } : option)));
  const without = <T,>(list: readonly T[], at: number) => list.filter((_, n) => n !== at);
  const move = (at: number, by: number) => {
    const swapped = <T,>(list: readonly T[]): T[] => {
      const copy = [...list];
      copy.splice(at + by, 0, ...copy.splice(at, 1));
      return copy;
    };
    apply(swapped(value), swapped(ids));
  };
  const add = () => apply([...value, { value: '', label: '' }], [...ids, Math.max(-1, ...ids) + 1]);
  return (
    <Input.Wrapper label={t('fields.options')} description={t('fields.optionsHelp')} error={error} labelElement="div">
      <Stack gap={4} mt={4}>
        {value.map((option, n) => (
          <Group key={ids[n]} gap={4} wrap="nowrap">
            <TextInput
              size="xs"
              flex={1}
              aria-label={t('fields.optionValue', { number: n + 1 })}
              placeholder={t('fields.optionValuePlaceholder')}
              value={option.value}
              onChange={(event) => set(n, { value: event.currentTarget.value })}
              maxLength={100}
              required
            />
            <TextInput
              size="xs"
              flex={1}
              aria-label={t('fields.optionLabel', { number: n + 1 })}
              placeholder={option.value || t('fields.optionLabelPlaceholder')}
              value={option.label}
              onChange={(event) => set(n, { label: event.currentTarget.value })}
              maxLength={200}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('fields.optionUp', { number: n + 1 })}
              disabled={n === 0}
              onClick={() => move(n, -1)}
            >
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('fields.optionDown', { number: n + 1 })}
              disabled={n === value.length - 1}
              onClick={() => move(n, 1)}
            >
              <IconArrowDown size={14} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('fields.optionRemove', { number: n + 1 })}
              onClick={() => apply(without(value, n), without(ids, n))}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={add}
            disabled={value.length >= limits.options}
          >
            {t('fields.optionAdd')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
