import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '~/fields/field-input.tsx';
import { useCheck } from '~/fields/use-check.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import { ofRecords } from '~/views/definition/of-records.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { SendWindowInput } from '~/views/times/send-window-input.tsx';
import { textOf } from '../flow/step.ts';
import { type PartProps, problemAt, withPart } from './parts.ts';
import { braces, plainField, recordField } from './plain-fields.ts';
import { usePartText } from './use-part-text.ts';

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description'];

export function TextPart({ part, config, onChange, problems }: PartProps<'text'>) {
  const { label, help } = usePartText(part);
  const { t } = useTranslation('workflows');
  const props = {
    label,
    description: part.placeholders ? [help, t('placeholders', braces)].filter(Boolean).join(' ') : help,
    inputWrapperOrder: order,
    withAsterisk: part.required ?? false,
    maxLength: part.maxLength ?? 20_000,
    value: textOf(config[part.key]),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(withPart(config, part.key, currentTarget.value)),
    error: problemAt(problems, part.key),
  };
  return part.rows === undefined ? (
    <TextInput {...props} />
  ) : (
    <Textarea {...props} autosize minRows={part.rows} maxRows={16} />
  );
}

export function NumberPart({ part, config, onChange, problems }: PartProps<'number'>) {
  const { label, help } = usePartText(part);
  const value = config[part.key];
  return (
    <NumberInput
      label={label}
      description={help}
      inputWrapperOrder={order}
      withAsterisk={part.required ?? false}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(withPart(config, part.key, typeof next === 'number' ? next : undefined))}
      min={part.min}
      max={part.max}
      allowDecimal={false}
      error={problemAt(problems, part.key)}
    />
  );
}

export function FlagPart({ part, config, onChange, problems }: PartProps<'flag'>) {
  const { label, help } = usePartText(part);
  return (
    <Checkbox
      label={label}
      description={help}
      checked={config[part.key] === true}
      onChange={({ currentTarget }) => onChange(withPart(config, part.key, currentTarget.checked || undefined))}
      error={problemAt(problems, part.key)}
    />
  );
}

export function ChoicePart({ part, config, onChange, problems }: PartProps<'choice'>) {
  const { label, help } = usePartText(part);
  const { t } = useTranslation('workflows');
  return (
    <Select
      label={label}
      description={help}
      inputWrapperOrder={order}
      withAsterisk={part.required ?? false}
      data={part.options.map((value) => ({ value, label: t(`option.${value}`, { defaultValue: value }) }))}
      value={textOf(config[part.key]) || null}
      clearable={part.required !== true}
      onChange={(value) => onChange(withPart(config, part.key, value))}
      error={problemAt(problems, part.key)}
    />
  );
}

/** Models whose records are for records of one model: a workflow of leads offers no segment of contacts. */
const ofOneModel: ReadonlySet<string> = new Set(['marketing.segments', 'marketing.workflows']);

export function RecordPart({ part, config, onChange, model, problems }: PartProps<'record' | 'records'>) {
  const { label, help } = usePartText(part);
  const registry = useRegistry();
  // The workflow of `forEach` is for the records of the model that the step names.
  const ofModel = typeof config.model === 'string' ? registry.find(config.model) : model;
  const field = recordField(part.key, label, part.of, {
    ...(part.kind === 'records' && { type: 'references' }),
    required: part.required ?? false,
    ...(help !== undefined && { help }),
  });
  return (
    <FieldInput
      field={field}
      model={model}
      value={config[part.key] ?? null}
      only={ofModel && ofOneModel.has(part.of) ? ofRecords(ofModel) : undefined}
      onChange={(id) => onChange(withPart(config, part.key, id))}
      error={problemAt(problems, part.key)}
    />
  );
}

/** A value that is free. A text that is not JSON stays in the input, and is not taken over. */
export function JsonPart({ part, config, onChange, model, problems }: PartProps<'json'>) {
  const { label, help } = usePartText(part);
  const field = plainField({
    key: part.key,
    type: 'json',
    label,
    ...(help !== undefined && { help }),
    ...(part.shape === 'object' && { shape: 'object' }),
  });
  const value = config[part.key] ?? null;
  const wrong = useCheck()(value, field);
  return (
    <FieldInput
      field={field}
      model={model}
      value={value}
      onChange={(next) => onChange(withPart(config, part.key, next))}
      error={wrong ?? problemAt(problems, part.key)}
    />
  );
}

export function ZonePart({ part, config, onChange, problems }: PartProps<'zone'>) {
  const { label, help } = usePartText(part);
  return (
    <FieldOf
      model="marketing.workflows"
      field="timezone"
      label={label}
      {...(help !== undefined && { help })}
      value={config[part.key] ?? null}
      onChange={(zone) => onChange(withPart(config, part.key, zone))}
      error={problemAt(problems, part.key)}
    />
  );
}

export function WindowPart({ part, config, onChange, problems }: PartProps<'window'>) {
  const { label } = usePartText(part);
  return (
    <SendWindowInput
      label={label}
      value={config[part.key]}
      onChange={(window) => onChange(withPart(config, part.key, window))}
      error={problemAt(problems, part.key)}
    />
  );
}
