import { Input, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { Select } from '~/ui/select/select.tsx';
import { SortableList } from '~/ui/sortable-list.tsx';
import { canBeColumn } from '~/views/table/columns.ts';

interface ColumnsInputProps {
  readonly model: Model;
  readonly label: string;
  readonly value: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (columns: string[]) => void;
}

/** Chooses and sorts fields. */
export function ColumnsInput({ model, label, value, error, onChange }: ColumnsInputProps) {
  const { t } = useTranslation('screens');
  const labels = new Map(model.fields.map((field) => [field.key, field.label]));
  const others = model.fields.filter((field) => canBeColumn(field) && !value.includes(field.key));
  return (
    <Input.Wrapper label={label} description={value.length === 0 ? t('screen.usualColumns') : undefined} error={error}>
      <Stack gap={4} mt={4}>
        <SortableList
          label={label}
          items={value.map((key) => ({
            id: key,
            label: labels.get(key) ?? key,
            content: labels.get(key) ?? (
              <Text size="sm" c="red">
                {t('screen.unknownField', { key })}
              </Text>
            ),
          }))}
          onOrder={onChange}
          onRemove={(removed) => onChange(value.filter((key) => key !== removed))}
        />
        <Select
          size="xs"
          aria-label={t('screen.addField')}
          placeholder={t('screen.addField')}
          data={others.map((field) => ({ value: field.key, label: field.label }))}
          value={null}
          onChange={(key) => key !== null && onChange([...value, key])}
          searchable
          nothingFoundMessage={t('nothingFound')}
        />
      </Stack>
    </Input.Wrapper>
  );
}
