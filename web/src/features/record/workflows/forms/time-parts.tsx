import { Checkbox, Fieldset, Group, Input, NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '~/lib/intl.ts';
import { Select } from '~/ui/select/select.tsx';
import { textOf } from '../flow/step.ts';
import { cronOf, type Duration, durationText, durationUnits, readDuration, readWeekly } from './duration.ts';
import { type PartProps, problemAt, withPart } from './parts.ts';

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

/** Monday is 1, as in ISO 8601. 1 January 2024 was a Monday. */
export const weekdayName = (day: number, language: string, weekday: 'short' | 'long' = 'short'): string =>
  dateFormat(language, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, day)));

const week = [1, 2, 3, 4, 5, 6, 7];

interface WeekdaysProps {
  readonly value: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
  readonly error?: string | undefined;
}

export function Weekdays({ value, onChange, error }: WeekdaysProps) {
  const { t, i18n } = useTranslation('workflows');
  return (
    <Checkbox.Group
      label={t('part.weekdays')}
      value={value.map(String)}
      onChange={(days) => onChange(days.map(Number).sort())}
      error={error}
    >
      <Group gap="sm" mt={4} mb={4}>
        {week.map((day) => (
          <Checkbox key={day} size="xs" value={String(day)} label={weekdayName(day, i18n.language)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

interface ClockInputProps {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (time: string) => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
}

export const ClockInput = ({ label, value, onChange, required, error }: ClockInputProps) => (
  <TextInput
    type="time"
    label={label}
    withAsterisk={required ?? false}
    w={140}
    value={textOf(value)}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    error={error}
  />
);

/** A schedule as days of the week and a time, or as a line of cron. */
export function SchedulePart({ part, config, onChange, problems }: PartProps<'schedule'>) {
  const { t } = useTranslation('workflows');
  const label = useId();
  const cron = textOf(config[part.key]);
  const weekly = readWeekly(cron === '' ? '0 9 * * 1' : cron);
  const error = problemAt(problems, part.key);
  const set = (next: string) => onChange(withPart(config, part.key, next));
  return (
    <Fieldset legend={t('part.cron')} aria-labelledby={label} variant="unstyled">
      <Stack gap="xs" mt={4}>
        <SegmentedControl
          size="xs"
          aria-label={t('part.cron')}
          value={weekly ? 'weekly' : 'cron'}
          onChange={(kind) => set(kind === 'weekly' ? '0 9 * * 1' : '0 9 1 * *')}
          data={[
            { value: 'weekly', label: t('schedule.weekly') },
            { value: 'cron', label: t('schedule.cron') },
          ]}
        />
        {weekly ? (
          <>
            <Weekdays
              value={cron === '' ? [] : weekly.weekdays}
              onChange={(weekdays) => (weekdays.length > 0 ? set(cronOf({ ...weekly, weekdays })) : set(''))}
              error={error}
            />
            <ClockInput
              label={t('part.time')}
              value={weekly.time}
              onChange={(time) => time !== '' && set(cronOf({ ...weekly, time }))}
            />
          </>
        ) : (
          <TextInput
            label={t('schedule.line')}
            description={t('schedule.help')}
            value={cron}
            onChange={({ currentTarget }) => set(currentTarget.value)}
            error={error}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
