import { ActionIcon, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { Select } from '~/ui/select/select.tsx';
import classes from '~/views/parts/data-table.module.css';
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
  return (
    <Stack gap="xs">
      {names.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('restrictions.none')}
        </Text>
      )}
      {names.length > 0 && (
        <ScrollArea className={classes.frame} type="auto" scrollbarSize={8}>
          <Table aria-label={t('restrictions.title')} className={classes.table} verticalSpacing={6} miw={560}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('restrictions.model')}</Table.Th>
                <Table.Th scope="col">{t('restrictions.hidden')}</Table.Th>
                <Table.Th scope="col">{t('restrictions.readOnly')}</Table.Th>
                <Table.Th scope="col" w={44}>
                  <span className={classes.hidden}>{t('table.actions')}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {names.map((name) => (
                <ModelRow
                  key={name}
                  name={name}
                  model={registry.find(name)}
                  fields={value[name] ?? {}}
                  readOnly={readOnly}
                  onChange={(fields) => onChange({ ...value, [name]: fields })}
                  onRemove={() => onChange(without(name))}
                />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
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

interface ModelRowProps {
  readonly name: string;
  readonly model: Model | undefined;
  readonly fields: Readonly<Record<string, Restriction>>;
  readonly readOnly: boolean;
  readonly onChange: (fields: Readonly<Record<string, Restriction>>) => void;
  readonly onRemove: () => void;
}

function ModelRow({ name, model, fields, readOnly, onChange, onRemove }: ModelRowProps) {
  const { t } = useTranslation('admin');
  const label = model?.labelPlural ?? name;
  const keysOf = (wanted: Restriction) => Object.keys(fields).filter((key) => fields[key] === wanted);
  const set = (restriction: Restriction, keys: readonly string[]) => {
    const others = Object.entries(fields).filter(([key, given]) => given !== restriction && !keys.includes(key));
    onChange({ ...Object.fromEntries(others), ...Object.fromEntries(keys.map((key) => [key, restriction])) });
  };
  const options = model?.fields.map((field) => ({ value: field.key, label: field.label })) ?? [];
  // Fields that are not visible to the person are not in the registry. Their restrictions stay.
  const known = new Set(options.map((option) => option.value));
  const data = [
    ...options,
    ...Object.keys(fields)
      .filter((key) => !known.has(key))
      .map((key) => ({ value: key, label: key })),
  ];
  return (
    <Table.Tr>
      <Table.Th scope="row" style={{ background: 'none' }}>
        <Text size="sm" fw={500} c="var(--mantine-color-text)">
          {label}
        </Text>
        <Text size="xs" c="dimmed" fw={400}>
          {name}
        </Text>
      </Table.Th>
      {(['hidden', 'readOnly'] as const).map((restriction) => (
        <Table.Td key={restriction} miw={180}>
          <MultiSelect
            size="xs"
            aria-label={`${label}: ${t(`restrictions.${restriction}`)}`}
            placeholder={keysOf(restriction).length === 0 ? t('restrictions.pick') : undefined}
            data={data}
            value={keysOf(restriction)}
            onChange={(keys) => set(restriction, keys)}
            readOnly={readOnly}
            searchable
            hidePickedOptions
          />
        </Table.Td>
      ))}
      <Table.Td>
        {!readOnly && (
          <Group justify="flex-end">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('restrictions.remove', { model: label })}
              onClick={onRemove}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
