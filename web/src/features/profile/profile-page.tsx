import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '~/ui/page.tsx';
import { IdentitiesSection } from './identities-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PersonSection } from './person-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function ProfilePage() {
  const { t } = useTranslation('profile');
  return (
    <Page title={t('title')} width={760}>
      <Stack gap="xl">
        <PersonSection />
        <PasswordSection />
        <IdentitiesSection />
        <SessionsSection />
      </Stack>
    </Page>
  );
}
