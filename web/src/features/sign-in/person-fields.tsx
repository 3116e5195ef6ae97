import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface PersonNames {
  readonly firstName: string;
  readonly lastName: string;
}

interface PersonFieldsProps {
  readonly value: PersonNames;
  readonly onChange: (value: PersonNames) => void;
}

/** The names to send. Empty names are left out. */
export const givenNames = ({ firstName, lastName }: PersonNames) => ({
  ...(firstName.trim() !== '' && { firstName: firstName.trim() }),
  ...(lastName.trim() !== '' && { lastName: lastName.trim() }),
});

export function PersonFields({ value, onChange }: PersonFieldsProps) {
  const { t } = useTranslation('sign-in');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput
        label={t('firstName')}
        autoComplete="given-name"
        maxLength={255}
        value={value.firstName}
        onChange={(event) => onChange({ ...value, firstName: event.currentTarget.value })}
      />
      <TextInput
        label={t('lastName')}
        autoComplete="family-name"
        maxLength={255}
        value={value.lastName}
        onChange={(event) => onChange({ ...value, lastName: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}
