import { Button, Group, Input, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { Select } from '~/ui/select/select.tsx';
import { FilterBuilder } from '~/views/filter/filter-builder.tsx';
import { objectOf, textOf } from '../flow/step.ts';
import { useReportIncomplete } from './incomplete.ts';
import { type PartProps, problemAt, withPart } from './parts.ts';
import { usePartText } from './use-part-text.ts';

interface FilterInputProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly model: Model;
  readonly value: unknown;
  readonly onChange: (filter: Filter | undefined) => void;
  /** Undefined for a filter whose conditions are added on request. */
  readonly required?: boolean | undefined;
  readonly emptyIsNone?: boolean | undefined;
  readonly error?: string | undefined;
}

/** A filter of records. An empty one is left out. */
export function FilterInput(props: FilterInputProps) {
  const { label, help, model, value, onChange, required, emptyIsNone, error } = props;
  const { t } = useTranslation('workflows');
  const id = useId();
  const reportIncomplete = useReportIncomplete();
  const isEmpty = Object.keys(objectOf(value)).length === 0;
  const [isOpen, setOpen] = useState(!isEmpty || required !== undefined);
  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <div>
        <Input.Label id={id} labelElement="div" required={required ?? false}>
          {label}
        </Input.Label>
        {help !== undefined && <Input.Description>{help}</Input.Description>}
      </div>
      {isOpen ? (
        <FilterBuilder
          key={modelName(model)}
          model={model}
          value={objectOf(value)}
          onIncomplete={reportIncomplete}
          onChange={(filter) => onChange(Object.keys(filter).length === 0 ? undefined : filter)}
        />
      ) : (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t(emptyIsNone ? 'filter.none' : 'filter.all')}
          </Text>
          <Button size="compact-sm" variant="subtle" aria-describedby={id} onClick={() => setOpen(true)}>
            {t('filter.add')}
          </Button>
        </Group>
      )}
      {error !== undefined && (
        <Input.Error role="alert" size="sm">
          {error}
        </Input.Error>
      )}
    </Stack>
  );
}

export function FilterPart({ part, config, onChange, model, problems }: PartProps<'filter'>) {
  const { label, help } = usePartText(part);
  const registry = useRegistry();
  const target = part.modelIn === undefined ? model : registry.find(textOf(config[part.modelIn]));
  if (!target) return null;
  return (
    <FilterInput
      label={label}
      help={help}
      model={target}
      value={config[part.key]}
      required={part.required}
      emptyIsNone={part.emptyIsNone}
      onChange={(filter) => onChange(withPart(config, part.key, filter))}
      error={problemAt(problems, part.key)}
    />
  );
}

/** Fields of the records: a date, or a reference to a person. Nothing is shown when there is no choice. */
export function FieldPart({ part, config, onChange, model, problems }: PartProps<'dateField' | 'person'>) {
  const { label, help } = usePartText(part);
  const { t } = useTranslation('workflows');
  const fits =
    part.kind === 'dateField'
      ? (type: string) => type === 'date' || type === 'datetime'
      : (_type: string, to: string | undefined) => to === 'sales.contacts' || to === 'sales.leads';
  const fields = model.fields.filter(({ type, reference }) => fits(type, reference && modelName(reference)));
  const isPerson = part.kind === 'person';
  if (isPerson && fields.length === 0) return null;
  return (
    <Select
      label={label}
      description={help}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      withAsterisk={part.required ?? false}
      data={fields.map((field) => ({ value: field.key, label: field.label }))}
      value={textOf(config[part.key]) || null}
      placeholder={isPerson ? t('person.itself') : t('choose')}
      clearable={isPerson}
      searchable
      onChange={(key) => onChange(withPart(config, part.key, key))}
      error={problemAt(problems, part.key)}
    />
  );
}

export function FieldsPart({ part, config, onChange, model, problems }: PartProps<'fields'>) {
  const { label, help } = usePartText(part);
  const value = config[part.key];
  return (
    <MultiSelect
      label={label}
      description={help}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data={model.fields.map((field) => ({ value: field.key, label: field.label }))}
      value={Array.isArray(value) ? value.map(String) : []}
      searchable
      clearable
      onChange={(keys) => onChange(withPart(config, part.key, keys.length === 0 ? undefined : keys))}
      error={problemAt(problems, part.key)}
    />
  );
}

/** A model. Another one has other fields, so the values and the filter begin anew. */
export function ModelPart({ part, config, onChange, model, problems }: PartProps<'model'>) {
  const { label, help } = usePartText(part);
  const { t } = useTranslation('workflows');
  const registry = useRegistry();
  const models = part.referring
    ? [...new Set(registry.incoming(model).map((link) => link.model))]
    : registry.models.filter(({ readOnly }) => !readOnly);
  const chosen = registry.find(textOf(config[part.key]));
  const options = models
    .map((one) => ({ value: modelName(one), label: one.labelPlural }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <Select
      label={label}
      description={help}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      withAsterisk={part.required ?? false}
      data={options}
      value={chosen ? modelName(chosen) : null}
      placeholder={t('choose')}
      searchable
      limit={100}
      onChange={(name) => {
        const { values: _values, filter: _filter, ...rest } = config;
        onChange(withPart(rest, part.key, name));
      }}
      error={problemAt(problems, part.key)}
    />
  );
}

/** The record of the workflow, or one to which it refers, over up to two references. */
export function TargetPart({ part, config, onChange, model, problems }: PartProps<'target'>) {
  const { label, help } = usePartText(part);
  const { t } = useTranslation('workflows');
  const registry = useRegistry();
  const referred = (of: Model) => of.fields.filter(({ type, key }) => type === 'reference' && key !== '_id');
  const own = referred(model).flatMap((field) => {
    const target = registry.target(field);
    return target ? [{ value: field.key, label: field.label, target }] : [];
  });
  const far = own.flatMap(({ value, label: through, target }) =>
    referred(target)
      .filter((field) => registry.target(field) !== undefined)
      .map((field) => ({ value: `${value}.${field.key}`, label: `${through} › ${field.label}` })),
  );
  const shown = textOf(config[part.key]) || 'record';
  const options = [
    { value: 'record', label: t('target.record', { record: model.label }) },
    ...own.map(({ value, label: name }) => ({ value, label: name })),
    ...far,
  ];
  const isKnown = options.some(({ value }) => value === shown);
  return (
    <Select
      label={label}
      description={help}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data={isKnown ? options : [...options, { value: shown, label: shown }]}
      value={shown}
      searchable
      limit={100}
      onChange={(path) => onChange({ ...config, [part.key]: path ?? 'record' })}
      error={problemAt(problems, part.key)}
    />
  );
}
