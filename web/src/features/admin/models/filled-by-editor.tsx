import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Model, StampValue } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { Select } from '~/ui/select/select.tsx';
import { TagsInput } from '~/ui/select/tags-input.tsx';
import { type FilledBy, followSources, type StampValues, stampFields } from './behaviour-values.ts';
import { type FieldValues, traitsOf } from './field-values.ts';

interface FilledByEditorProps {
  readonly model: Model;
  readonly values: FieldValues;
  readonly onChange: (change: Partial<FieldValues>) => void;
  readonly problems: Readonly<Record<string, string>>;
}

/** Edits how a field is filled in: by people, by a condition, or from a referenced record. */
export function FilledByEditor({ model, values, onChange, problems }: FilledByEditorProps) {
  const { t } = useTranslation('admin');
  const registry = useRegistry();
  const { type, reference, filledBy, key } = values;
  const { stamp, follow } = traitsOf[type];
  const mayStamp = stamp && (type !== 'reference' || reference === 'identity.users');
  const sources = follow ? followSources(registry, model, { type, reference, key }) : [];
  const ways: FilledBy[] = [
    'people',
    ...(mayStamp || filledBy === 'stamp' ? (['stamp'] as const) : []),
    ...(sources.length > 0 || filledBy === 'follow' ? (['follow'] as const) : []),
  ];
  if (ways.length === 1) return null;
  return (
    <>
      <Select
        label={t('filledBy.label')}
        data={ways.map((value) => ({ value, label: t(`filledBy.${value}`) }))}
        value={filledBy}
        onChange={(next) => next !== null && onChange({ filledBy: next as FilledBy })}
      />
      {filledBy === 'stamp' && (
        <StampEditor
          fields={stampFields(model, key)}
          help={t(`filledBy.stampHelp.${type}`)}
          value={values.stamp}
          onChange={(next) => onChange({ stamp: next })}
          problem={problems.stamp}
        />
      )}
      {filledBy === 'follow' && (
        <Select
          label={t('filledBy.source')}
          description={t('filledBy.sourceHelp')}
          data={sources.map(({ path, label }) => ({ value: path, label }))}
          value={values.follow}
          onChange={(next) => onChange({ follow: next })}
          error={problems.follow}
          searchable
          limit={60}
          required
        />
      )}
    </>
  );
}

interface StampEditorProps {
  readonly fields: readonly Field[];
  readonly help: string;
  readonly value: StampValues;
  readonly onChange: (stamp: StampValues) => void;
  readonly problem: string | undefined;
}

/** The condition of a stamp: fields, and the values that each of them may have. */
function StampEditor({ fields, help, value, onChange, problem }: StampEditorProps) {
  const { t } = useTranslation('admin');
  // Conditions have no id, and several may be without a field.
  const [ids, setIds] = useState(() => value.map((_, n) => n));
  const set = (at: number, change: Partial<StampValues[number]>) =>
    onChange(value.map((one, n) => (n === at ? { ...one, ...change } : one)));
  const add = () => {
    setIds([...ids, Math.max(...ids) + 1]);
    onChange([...value, { field: null, values: [] }]);
  };
  const remove = (at: number) => {
    setIds(ids.filter((_, n) => n !== at));
    onChange(value.filter((_, n) => n !== at));
  };
  const used = new Set(value.map(({ field }) => field));
  return (
    <Input.Wrapper label={t('filledBy.when')} description={help} error={problem} labelElement="div">
      <Stack gap="xs" mt={4}>
        {value.map(({ field: key, values }, n) => {
          const field = fields.find((one) => one.key === key);
          const offered = fields.filter((one) => one.key === key || !used.has(one.key));
          return (
            <Group key={ids[n]} gap="xs" wrap="nowrap" align="flex-start">
              <Select
                size="xs"
                flex={1}
                aria-label={t('filledBy.field', { number: n + 1 })}
                placeholder={t('filledBy.fieldPlaceholder')}
                data={offered.map((one) => ({ value: one.key, label: one.label }))}
                value={key}
                onChange={(next) => set(n, { field: next, values: [] })}
                searchable
                required
              />
              <ValuesInput
                field={field}
                label={t('filledBy.values', { number: n + 1 })}
                value={values}
                onChange={(next) => set(n, { values: next })}
              />
              {value.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('filledBy.remove', { number: n + 1 })}
                  onClick={() => remove(n)}
                >
                  <IconX size={14} />
                </ActionIcon>
              )}
            </Group>
          );
        })}
        <Group>
          <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} />} onClick={add}>
            {t('filledBy.add')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

interface ValuesInputProps {
  readonly field: Field | undefined;
  readonly label: string;
  readonly value: readonly StampValue[];
  readonly onChange: (values: readonly StampValue[]) => void;
}

/** The values of one field of a condition, in the type of the field. */
function ValuesInput({ field, label, value, onChange }: ValuesInputProps) {
  const { t } = useTranslation(['admin', 'common']);
  const common = {
    size: 'xs' as const,
    flex: 2,
    'aria-label': label,
    placeholder: value.length === 0 ? t('filledBy.valuesPlaceholder') : '',
    value: value.filter((one) => one !== null).map(String),
    disabled: !field,
  };
  if (field?.type === 'boolean')
    return (
      <MultiSelect
        {...common}
        data={[
          { value: 'true', label: t('common:yes') },
          { value: 'false', label: t('common:no') },
        ]}
        onChange={(next) => onChange(next.map((one) => one === 'true'))}
      />
    );
  if (field?.options && field.options.length > 0) {
    const known = new Set(field.options.map((option) => option.value));
    const others = common.value.filter((one) => !known.has(one)).map((one) => ({ value: one, label: one }));
    return <MultiSelect {...common} data={[...field.options, ...others]} onChange={onChange} searchable />;
  }
  const isNumber = field?.type === 'number' || field?.type === 'integer';
  const read = (texts: readonly string[]): StampValue[] =>
    isNumber ? texts.map(Number).filter((number) => Number.isFinite(number)) : [...texts];
  return <TagsInput {...common} onChange={(next) => onChange(read(next))} />;
}
