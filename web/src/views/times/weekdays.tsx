import { Checkbox, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '~/lib/intl.ts';

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
