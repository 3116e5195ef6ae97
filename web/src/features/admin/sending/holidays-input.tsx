import { Button, Group, Pill, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '~/lib/intl.ts';

interface HolidaysInputProps {
  readonly value: readonly string[];
  readonly onChange: (days: readonly string[]) => void;
}

/** Days on which nothing is sent. */
export function HolidaysInput({ value, onChange }: HolidaysInputProps) {
  const { t, i18n } = useTranslation('admin');
  const [day, setDay] = useState('');
  const format = dateFormat(i18n.language, { dateStyle: 'full', timeZone: 'UTC' });
  const add = () => {
    if (day !== '' && !value.includes(day)) onChange([...value, day].sort());
    setDay('');
  };
  return (
    <Stack gap="sm">
      {value.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('sending.noHolidays')}
        </Text>
      ) : (
        <Group component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('sending.holidays')}>
          {value.map((one) => {
            const name = format.format(new Date(`${one}T00:00:00Z`));
            return (
              <li key={one}>
                <Pill
                  size="md"
                  withRemoveButton
                  onRemove={() => onChange(value.filter((other) => other !== one))}
                  removeButtonProps={{
                    'aria-label': t('sending.removeHoliday', { day: name }),
                    tabIndex: 0,
                    'aria-hidden': false,
                  }}
                >
                  {name}
                </Pill>
              </li>
            );
          })}
        </Group>
      )}
      <Group gap="sm" align="flex-end">
        <TextInput
          type="date"
          label={t('sending.holiday')}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
          w={180}
        />
        <Button variant="default" leftSection={<IconPlus size={16} />} disabled={day === ''} onClick={add}>
          {t('sending.addHoliday')}
        </Button>
      </Group>
    </Stack>
  );
}
