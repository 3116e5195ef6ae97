import { Fieldset, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ClockInput } from '~/views/times/clock-input.tsx';
import { cronOf, readWeekly } from '~/views/times/duration.ts';
import { Weekdays } from '~/views/times/weekdays.tsx';
import { textOf } from '../flow/step.ts';
import { type PartProps, problemAt, withPart } from './parts.ts';

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
