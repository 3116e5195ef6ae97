import { SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '~/ui/page.tsx';
import classes from './admin-page.module.css';
import { useVisibleGroups } from './visible-groups.ts';

/** The start page of the administration: all its pages, each with a description. */
export function AdminPage() {
  const { t } = useTranslation('admin');
  return (
    <Page title={t('title')} description={t('description')} width={1100}>
      {useVisibleGroups().map(({ key, sections }) => (
        <section key={key} aria-labelledby={`group-${key}`}>
          <Title order={2} size="h4" id={`group-${key}`} mt="md" mb="xs">
            {t(`groups.${key}`)}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="xs">
            {sections.map(({ key: section, path, icon: Icon }) => (
              <Link key={section} to={path} className={classes.card}>
                <Icon size={20} stroke={1.5} className={classes.icon} aria-hidden />
                <div>
                  <Text size="sm" fw={600}>
                    {t(`sections.${section}.name`)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {t(`sections.${section}.text`)}
                  </Text>
                </div>
              </Link>
            ))}
          </SimpleGrid>
        </section>
      ))}
    </Page>
  );
}
