import { ActionIcon, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { frameLook } from '~/ui/table/look.ts';
import type { Restriction, Restrictions } from './restrictions.ts';

interface FieldRestrictionsProps {
  readonly value: Restrictions;
  readonly onChange: (value: Restrictions) => void;
  readonly readOnly: boolean;
}

/** The fields that the role hides or makes read-only, by model. */
export function FieldRestrictions({ value, onChange, readOnly }: FieldRestrictionsProps) {
  const { t } = useTranslation('admin');
  const registry = useRegistry();
  const names = Object.keys(value).sort();
  const without = (name: string): Restrictions => {
    const { [name]: _removed, ...rest } = value;
    return rest;
  };
  const labelOf = (name: string) => registry.find(name)?.labelPlural ?? name;
  const restricted = (restriction: Restriction): Column<string> => ({
    key: restriction,
    title: t(`restrictions.${restriction}`),
    cell: (name) => (
      <RestrictedFields
        label={labelOf(name)}
        restriction={restriction}
        model={registry.find(name)}
        fields={value[name] ?? {}}
        readOnly={readOnly}
        onChange={(fields) => onChange({ ...value, [name]: fields })}
      />
    ),
  });
  const columns: Column<string>[] = [
    {
      key: 'model',
      title: t('restrictions.model'),
      rowTitle: true,
      cell: (name) => (
        <>
          <Text size="sm" fw={500}>
            {labelOf(name)}
          </Text>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        </>
      ),
    },
    restricted('hidden'),
    restricted('readOnly'),
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      width: 44,
      align: 'right',
      cell: (name) =>
        !readOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('restrictions.remove', { model: labelOf(name) })}
            onClick={() => onChange(without(name))}
          >
            <IconX size={14} />
          </ActionIcon>
        ),
    },
  ];
  return (
    <Stack gap="xs">
      {names.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('restrictions.none')}
        </Text>
      )}
      {names.length > 0 && (
        <DataTable
          label={t('restrictions.title')}
          columns={columns}
          rows={names}
          rowKey={(name) => name}
          minWidth={560}
          look={frameLook}
        />
      )}
      {!readOnly && (
        <Select
          size="xs"
          w={{ base: '100%', xs: 280 }}
          aria-label={t('restrictions.addModel')}
          placeholder={t('restrictions.addModel')}
          data={registry.models
            .filter((model) => !(modelName(model) in value))
            .map((model) => ({ value: modelName(model), label: `${model.labelPlural} (${modelName(model)})` }))}
          value={null}
          onChange={(name) => name !== null && onChange({ ...value, [name]: {} })}
          searchable
          limit={50}
          nothingFoundMessage={t('restrictions.noModel')}
        />
      )}
    </Stack>
  );
}

interface RestrictedFieldsProps {
  readonly label: string;
  readonly restriction: Restriction;
  readonly model: Model | undefined;
  readonly fields: Readonly<Record<string, Restriction>>;
  readonly readOnly: boolean;
  readonly onChange: (fields: Readonly<Record<string, Restriction>>) => void;
}

/** The fields of a model that have the restriction. A field has one restriction at most. */
function RestrictedFields({ label, restriction, model, fields, readOnly, onChange }: RestrictedFieldsProps) {
  const { t } = useTranslation('admin');
  const restricted = Object.keys(fields).filter((key) => fields[key] === restriction);
  const set = (keys: readonly string[]) => {
    const others = Object.entries(fields).filter(([key, given]) => given !== restriction && !keys.includes(key));
    onChange({ ...Object.fromEntries(others), ...Object.fromEntries(keys.map((key) => [key, restriction])) });
  };
  const options = model?.fields.map((field) => ({ value: field.key, label: field.label })) ?? [];
  // Fields that are not visible to the person are not in the registry. Their restrictions stay.
  const known = new Set(options.map((option) => option.value));
  const unknown = Object.keys(fields).filter((key) => !known.has(key));
  return (
    <MultiSelect
      size="xs"
      aria-label={`${label}: ${t(`restrictions.${restriction}`)}`}
      placeholder={restricted.length === 0 ? t('restrictions.pick') : undefined}
      data={[...options, ...unknown.map((key) => ({ value: key, label: key }))]}
      value={restricted}
      onChange={set}
      readOnly={readOnly}
      searchable
      hidePickedOptions
    />
  );
}
