import { Checkbox, Group, NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '~/fields/field-input.tsx';
import { type Field, type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import { type FieldValues, traitsOf } from './field-values.ts';
import { FilledByEditor } from './filled-by-editor.tsx';
import { FormulaEditor } from './formula/formula-editor.tsx';
import { OptionsEditor } from './options-editor.tsx';
import { RollupEditor } from './rollup-editor.tsx';

interface FieldDetailsProps {
  readonly model: Model;
  readonly values: FieldValues;
  /** The stored values; undefined for a new field. */
  readonly before: FieldValues | undefined;
  /** The key of the stored field; undefined for a new one. */
  readonly fieldKey: string | undefined;
  readonly onChange: (change: Partial<FieldValues>) => void;
  readonly problems: Readonly<Record<string, string>>;
}

/** Inputs that depend on the type: options, target, limits, default. */
export function FieldDetails({ model, values, before, fieldKey, onChange, problems }: FieldDetailsProps) {
  const { t } = useTranslation('admin');
  const { models } = useRegistry();
  const traits = traitsOf[values.type];
  const stored = model.fields.find(({ key }) => key === fieldKey);
  const isBuilding = values.index && stored?.indexState === 'building';
  // The server can change a limit, but cannot remove it.
  const limit = (key: 'maxLength' | 'min' | 'max', label: string) => (
    <NumberInput
      label={label}
      value={values[key] ?? ''}
      onChange={(value) => onChange({ [key]: typeof value === 'number' ? value : undefined })}
      error={problems[key]}
      required={before?.[key] !== undefined}
      description={before?.[key] !== undefined ? t('fields.limitStays') : undefined}
      min={key === 'maxLength' ? 1 : undefined}
      max={key === 'maxLength' ? 100_000 : undefined}
      allowDecimal={key !== 'maxLength' && values.type === 'number'}
    />
  );
  return (
    <>
      {traits.options && (
        <>
          <OptionsEditor
            value={values.options}
            onChange={(options) => onChange({ options })}
            error={problems.options}
          />
          <Switch
            label={t('fields.strict')}
            description={t('fields.strictHelp')}
            checked={values.strict}
            onChange={(event) => onChange({ strict: event.currentTarget.checked })}
            error={problems.strict}
          />
        </>
      )}
      {traits.reference && (
        <Select
          label={t('fields.reference')}
          description={before ? t('fields.fixed') : undefined}
          data={models.map((target) => ({
            value: modelName(target),
            label: `${target.labelPlural} (${modelName(target)})`,
          }))}
          value={values.reference}
          onChange={(reference) => onChange({ reference })}
          error={problems.reference}
          disabled={before !== undefined}
          searchable
          limit={60}
          required
        />
      )}
      {(traits.minMax || traits.maxLength) && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {traits.maxLength && limit('maxLength', t('fields.maxLength'))}
          {traits.minMax && limit('min', t('fields.min'))}
          {traits.minMax && limit('max', t('fields.max'))}
        </SimpleGrid>
      )}
      {traits.pattern && (
        <TextInput
          label={t('fields.pattern')}
          description={t('fields.patternHelp')}
          value={values.pattern}
          onChange={(event) => onChange({ pattern: event.currentTarget.value })}
          error={problems.pattern}
          maxLength={50}
          required
        />
      )}
      {values.type === 'formula' && (
        <FormulaEditor
          model={model}
          value={values.formula}
          onChange={(formula) => onChange({ formula })}
          problem={problems.formula}
          fieldKey={fieldKey}
          resultKey={values.key}
        />
      )}
      {traits.index && (
        <Checkbox
          label={t('fields.index')}
          description={t(isBuilding ? 'fields.indexBuilding' : 'fields.indexHelp')}
          checked={values.index}
          onChange={(event) => onChange({ index: event.currentTarget.checked })}
          error={problems.index}
        />
      )}
      {values.type === 'rollup' && (
        <RollupEditor
          model={model}
          value={values.rollup}
          onChange={(rollup) => onChange({ rollup })}
          problem={problems.rollup}
        />
      )}
      <FilledByEditor model={model} values={values} onChange={onChange} problems={problems} />
      {!traits.noDefault && values.filledBy !== 'stamp' && (
        <Group grow>
          <FieldInput
            key={values.type}
            field={defaultField(values, t('fields.default'))}
            model={model}
            value={values.default}
            onChange={(value) => onChange({ default: value === null ? '' : value })}
            error={problems.default}
          />
        </Group>
      )}
    </>
  );
}

/** A field for the input of the default value. */
const defaultField = ({ type, options, strict }: FieldValues, label: string): Field => ({
  key: 'default',
  // A formula and a rollup have no default.
  type: type as Field['type'],
  label,
  required: false,
  unique: false,
  readOnly: false,
  default: null,
  filterable: false,
  sortable: false,
  searchable: false,
  ...(type === 'choice' && { options: options.filter(({ value }) => value !== ''), strict }),
});
