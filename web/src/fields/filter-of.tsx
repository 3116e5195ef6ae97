import { Group, Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import type { Field } from '~/metadata/model.ts';
import { Select } from '~/ui/select/select.tsx';
import { TagsInput } from '~/ui/select/tags-input.tsx';
import type { FilterInputProps } from './kind.ts';
import { asTexts } from './values.ts';

/** Properties of an input for one value of a condition. */
export interface OneProps {
  readonly field: Field;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** References: only records that match are offered. */
  readonly only?: Filter | undefined;
}

/** Properties of an input for the values of `in` and `nin`. */
export interface ManyProps {
  readonly field: Field;
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

function FreeTexts({ label, value, onChange }: ManyProps) {
  const { t } = useTranslation('fields');
  return (
    <TagsInput
      size="xs"
      aria-label={label}
      value={[...value]}
      onChange={onChange}
      placeholder={value.length === 0 ? t('filter.texts') : undefined}
      clearable
    />
  );
}

/** Builds the filter input of a type from the input for one value. */
export function filterOf(One: ComponentType<OneProps>, Many: ComponentType<ManyProps> = FreeTexts) {
  return function FilterInput({ field, operator, value, onChange, only }: FilterInputProps) {
    const { t } = useTranslation('fields');
    const label = t('filter.value', { field: field.label });
    if (operator === 'null')
      return (
        <Select
          size="xs"
          aria-label={label}
          data={[
            { value: 'true', label: t('filter.isEmpty') },
            { value: 'false', label: t('filter.isNotEmpty') },
          ]}
          value={value === false ? 'false' : 'true'}
          allowDeselect={false}
          onChange={(next) => onChange(next === 'true')}
        />
      );
    if (operator === 'in' || operator === 'nin')
      return <Many field={field} label={label} value={asTexts(value)} onChange={onChange} />;
    if (operator === 'between') {
      const [from, to] = Array.isArray(value) ? value : [];
      return (
        <Group gap={4} wrap="nowrap" align="center">
          <One field={field} label={t('filter.from')} value={from} onChange={(next) => onChange([next, to])} />
          <Text size="xs" c="dimmed">
            {t('filter.and')}
          </Text>
          <One field={field} label={t('filter.to')} value={to} onChange={(next) => onChange([from, next])} />
        </Group>
      );
    }
    return <One field={field} label={label} value={value} onChange={onChange} only={only} />;
  };
}
