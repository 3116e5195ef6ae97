import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface EmailFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The input for the address that a person signs in with. */
export function EmailField({ value, onChange }: EmailFieldProps) {
  const { t } = useTranslation('sign-in');
  return (
    <TextInput
      label={t('email')}
      type="email"
      autoComplete="username"
      maxLength={254}
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
