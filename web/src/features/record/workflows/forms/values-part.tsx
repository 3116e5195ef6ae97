import { ActionIcon, Group, Input, Stack, Textarea, Tooltip } from '@mantine/core';
import { IconBraces, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '~/fields/field-input.tsx';
import type { Field, Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import { writableFields } from '~/views/form/form-fields.ts';
import { objectOf, textOf } from '../flow/step.ts';
import { type PartProps, problemAt } from './parts.ts';
import { braces, plainField } from './plain-fields.ts';
import { targetModel } from './target-model.ts';
import { usePartText } from './use-part-text.ts';

const isTemplate = (value: unknown): boolean => typeof value === 'string' && /\{\{|\{%/.test(value);

/** Values of fields. Each is entered as in a form of its model, or as a text with placeholders. */
export function ValuesPart({ part, config, onChange, model, problems }: PartProps<'values'>) {
  const { label, help } = usePartText(part);
  const { t } = useTranslation('workflows');
  const registry = useRegistry();
  const id = useId();
  const target =
    part.modelIn === 'target' ? targetModel(registry, model, config.target) : registry.find(textOf(config.model));
  if (!target) return null;
  const values = objectOf(config[part.key]);
  const set = (next: Readonly<Record<string, unknown>>) => onChange({ ...config, [part.key]: next });
  const chosen = Object.keys(values);
  const offered = writableFields(target, true).filter(({ key, type }) => !chosen.includes(key) && type !== 'secret');
  const problem = problems.get(part.key);
  return (
    <Stack gap="sm" role="group" aria-labelledby={id}>
      <div>
        <Input.Label id={id} labelElement="div" required={part.required ?? false}>
          {label}
        </Input.Label>
        <Input.Description>{help}</Input.Description>
      </div>
      {chosen.map((key) => (
        <ValueRow
          key={key}
          field={registry.field(target, key) ?? plainField({ key, type: 'json', label: key })}
          model={target}
          value={values[key]}
          onChange={(value) => set({ ...values, [key]: value })}
          onRemove={() => set(Object.fromEntries(Object.entries(values).filter(([one]) => one !== key)))}
          error={problemAt(problems, `${part.key}.${key}`)}
        />
      ))}
      <Select
        aria-label={t('values.add')}
        placeholder={t('values.add')}
        size="xs"
        data={offered.map((field) => ({ value: field.key, label: field.label }))}
        value={null}
        searchable
        limit={100}
        onChange={(key) => key !== null && set({ ...values, [key]: null })}
        error={problem}
      />
    </Stack>
  );
}

interface ValueRowProps {
  readonly field: Field;
  readonly model: Model;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onRemove: () => void;
  readonly error: string | undefined;
}

function ValueRow({ field, model, value, onChange, onRemove, error }: ValueRowProps) {
  const { t } = useTranslation('workflows');
  const [asText, setAsText] = useState(() => isTemplate(value));
  const { help: _help, required: _required, ...rest } = field;
  return (
    <Group gap={6} align="flex-start" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0 }}>
        {asText ? (
          <Textarea
            label={field.label}
            description={t('placeholders', braces)}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autosize
            value={textOf(value)}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            error={error}
          />
        ) : (
          <FieldInput
            field={{ ...rest, required: false }}
            model={model}
            value={value}
            onChange={onChange}
            error={error}
          />
        )}
      </div>
      <Tooltip label={t('values.placeholders')}>
        <ActionIcon
          mt={25}
          size={36}
          variant={asText ? 'light' : 'default'}
          aria-pressed={asText}
          aria-label={t('values.placeholdersOf', { field: field.label })}
          onClick={() => {
            setAsText(!asText);
            onChange(asText ? null : typeof value === 'string' ? value : '');
          }}
        >
          <IconBraces size={16} />
        </ActionIcon>
      </Tooltip>
      <ActionIcon
        mt={25}
        size={36}
        variant="default"
        aria-label={t('values.remove', { field: field.label })}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}
