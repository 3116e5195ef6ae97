import { Button, Group, Input, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ExpiryInputProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly error?: string | undefined;
}

const presets = [7, 30, 90, 365];

const dayOf = (time: string): string => time.slice(0, 10);

const endOf = (day: string): string => `${day}T23:59:59.000Z`;

/** The end of the day in this many days. */
export const inDays = (days: number): string => endOf(dayOf(new Date(Date.now() + days * 86_400_000).toISOString()));

/** The input for the expiry of a key: a day, a usual period, or never. */
export function ExpiryInput({ value, onChange, error }: ExpiryInputProps) {
  const { t } = useTranslation('admin');
  return (
    <Input.Wrapper
      label={t('apiKeys.expiresOn')}
      description={t('apiKeys.expiresHelp')}
      error={error}
      labelElement="div"
    >
      <Group gap="xs" mt={4}>
        <TextInput
          type="date"
          aria-label={t('apiKeys.expiresOn')}
          value={value === null ? '' : dayOf(value)}
          min={dayOf(inDays(1))}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : endOf(currentTarget.value))}
        />
        {presets.map((days) => (
          <Button
            key={days}
            size="xs"
            variant={value !== null && dayOf(value) === dayOf(inDays(days)) ? 'light' : 'default'}
            onClick={() => onChange(inDays(days))}
          >
            {t('apiKeys.days', { count: days })}
          </Button>
        ))}
        <Button size="xs" variant={value === null ? 'light' : 'default'} onClick={() => onChange(null)}>
          {t('apiKeys.never')}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
