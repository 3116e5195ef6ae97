import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fromLocal, toLocal } from '~/fields/date/format.ts';
import { useTimeZone } from '~/lib/time-zone.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';

interface TimeInputProps {
  /** A time in ISO format. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

const dayMs = 24 * 3_600_000;
const suggestions = [
  { key: 'tomorrowMorning', days: 1, time: '08:00' },
  { key: 'tomorrowAfternoon', days: 1, time: '14:00' },
  { key: 'inAWeek', days: 7, time: '08:00' },
] as const;

export const isPast = (time: string | undefined): boolean => time !== undefined && Date.parse(time) < Date.now();

/** Asks for the time at which a mail is sent, in the person's time zone. */
export function TimeInput({ value, onChange }: TimeInputProps) {
  const { t } = useTranslation('mail');
  const zone = useTimeZone();
  const at = (days: number, time: string) =>
    fromLocal(toLocal(new Date(Date.now() + days * dayMs).toISOString(), zone).date, time, zone);
  return (
    <Stack gap={4}>
      <FieldOf
        model="communications.emails"
        field="scheduledAt"
        label={t('schedule.time')}
        value={value ?? null}
        onChange={(next) => onChange(typeof next === 'string' ? next : undefined)}
        error={isPast(value) ? t('schedule.past') : undefined}
      />
      <Group gap={4}>
        {suggestions.map(({ key, days, time }) => (
          <Button key={key} size="compact-xs" variant="subtle" onClick={() => onChange(at(days, time))}>
            {t(`schedule.${key}`)}
          </Button>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        {t('schedule.zone', { zone })}
      </Text>
    </Stack>
  );
}
