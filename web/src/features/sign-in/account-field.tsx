import { Anchor, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface AccountFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The input for the account key. Most people do not need it, so it is shown on request. */
export function AccountField({ value, onChange }: AccountFieldProps) {
  const { t } = useTranslation('sign-in');
  const [shown, setShown] = useState(value !== '');
  if (!shown)
    return (
      <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setShown(true)}>
        {t('otherAccount')}
      </Anchor>
    );
  return (
    <TextInput
      label={t('account')}
      description={t('accountHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      autoComplete="organization"
      maxLength={63}
    />
  );
}
