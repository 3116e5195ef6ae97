import { Group, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { Status } from './statuses.ts';

/** The values that only stages of pipelines have. An input without a number contains an empty text. */
interface StageValues {
  readonly probability: number | '';
  /** Null lets the server choose it by the category and the probability. */
  readonly forecastCategory: string | null;
  readonly rottingDays: number | '';
  readonly requiredFields: string[];
}

export const stageValues = (status: Status | undefined): StageValues => ({
  probability: status?.probability ?? '',
  forecastCategory: status?.forecastCategory ?? null,
  rottingDays: status?.rottingDays ?? '',
  requiredFields: [...(status?.requiredFields ?? [])],
});

const numberOrNull = (value: number | ''): number | null => (value === '' ? null : value);

/** Returns the values to save. Probability and forecast category are sent only when they changed, because the server fills them. */
export const stageChange = (values: StageValues, status: Status | undefined) => {
  const { probability, forecastCategory, rottingDays, requiredFields } = values;
  return {
    ...(probability !== (status?.probability ?? '') && { probability: numberOrNull(probability) }),
    ...(forecastCategory !== (status?.forecastCategory ?? null) && { forecastCategory }),
    rottingDays: numberOrNull(rottingDays),
    requiredFields,
  };
};

interface StageInputsProps {
  readonly model: Model;
  readonly values: StageValues;
  readonly onChange: (change: Partial<StageValues>) => void;
  readonly errors: Readonly<Record<string, string | undefined>> | undefined;
}

/** The inputs of a stage: what deals get and need that come into it. */
export function StageInputs({ model, values, onChange, errors }: StageInputsProps) {
  const { t } = useTranslation('admin');
  const deals = useRegistry().at('sales', 'opportunities');
  const dealFields = (deals?.fields ?? []).filter(
    ({ readOnly, key }) => !readOnly && key !== 'name' && key !== 'stage',
  );
  const forecast = model.fields.find(({ key }) => key === 'forecastCategory');
  return (
    <>
      <Group grow align="flex-start">
        <NumberInput
          label={t('statuses.probability')}
          description={t('statuses.probabilityHelp')}
          suffix=" %"
          min={0}
          max={100}
          value={values.probability}
          onChange={(probability) => onChange({ probability: probability as number | '' })}
          error={errors?.probability}
        />
        <NumberInput
          label={t('statuses.rottingDays')}
          description={t('statuses.rottingDaysHelp')}
          min={1}
          max={3650}
          value={values.rottingDays}
          onChange={(rottingDays) => onChange({ rottingDays: rottingDays as number | '' })}
          error={errors?.rottingDays}
        />
      </Group>
      {forecast?.options && (
        <Select
          label={forecast.label}
          description={t('statuses.forecastHelp')}
          placeholder={t('statuses.forecastAuto')}
          data={forecast.options.map(({ value, label }) => ({ value, label }))}
          value={values.forecastCategory}
          onChange={(forecastCategory) => onChange({ forecastCategory })}
          error={errors?.forecastCategory}
          clearable
        />
      )}
      <MultiSelect
        label={t('statuses.requiredFields')}
        description={t('statuses.requiredFieldsHelp')}
        data={dealFields.map(({ key, label }) => ({ value: key, label }))}
        value={values.requiredFields}
        onChange={(requiredFields) => onChange({ requiredFields })}
        error={errors?.requiredFields}
        searchable
      />
    </>
  );
}
