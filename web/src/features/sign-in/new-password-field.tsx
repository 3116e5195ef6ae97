import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface NewPasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function NewPasswordField({ value, onChange }: NewPasswordFieldProps) {
  const { t } = useTranslation('sign-in');
  return (
    <PasswordInput
      label={t('newPassword')}
      description={t('passwordHint')}
      autoComplete="new-password"
      minLength={10}
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
    />
  );
}
