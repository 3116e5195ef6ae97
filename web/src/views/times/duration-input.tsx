import { Group, Input, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Select } from '~/ui/select/select.tsx';
import { type Duration, durationText, durationUnits, readDuration } from './duration.ts';

interface DurationInputProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: string | undefined) => void;
  readonly required?: boolean | undefined;
  readonly signed?: boolean | undefined;
  readonly error?: string | undefined;
}

/** A number and a unit; with `signed` also whether it is before or after. */
export function DurationInput({ label, help, value, onChange, required, signed, error }: DurationInputProps) {
  const { t } = useTranslation('workflows');
  const duration = readDuration(value);
  // A text that the input cannot show, such as `250ms`, stays until a number is typed.
  const shown: Duration = duration ?? { number: 0, unit: 'd', before: false };
  const units = shown.unit === 's' ? (['s', ...durationUnits] as const) : durationUnits;
  const change = (part: Partial<Duration>) => onChange(durationText({ ...shown, ...part }));
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={help}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      withAsterisk={required ?? false}
      error={error}
    >
      <Group gap="xs" wrap="nowrap">
        <NumberInput
          aria-label={label}
          error={error !== undefined}
          flex={1}
          miw={0}
          value={duration?.number ?? ''}
          onChange={(next) => (typeof next === 'number' ? change({ number: next }) : onChange(undefined))}
          min={0}
          max={999_999}
          allowDecimal={false}
          allowNegative={false}
        />
        <Select
          aria-label={t('duration.unit', { label })}
          w={120}
          data={units.map((unit) => ({ value: unit, label: t(`duration.units.${unit}`) }))}
          value={shown.unit}
          onChange={(unit) => change({ unit: (unit ?? 'd') as Duration['unit'] })}
        />
        {signed && (
          <Select
            aria-label={t('duration.side', { label })}
            w={110}
            data={[
              { value: 'before', label: t('duration.before') },
              { value: 'after', label: t('duration.after') },
            ]}
            value={shown.before ? 'before' : 'after'}
            onChange={(side) => change({ before: side === 'before' })}
          />
        )}
      </Group>
    </Input.Wrapper>
  );
}
