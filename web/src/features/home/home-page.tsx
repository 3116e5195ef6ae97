import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan, useMe } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { screensQuery, workspacesQuery } from '~/metadata/screens.ts';
import { NamedIcon } from '~/ui/named-icon.tsx';
import { Page } from '~/ui/page.tsx';
import classes from './home-page.module.css';
import { MyWork } from './my-work.tsx';
import { RecentRecords } from './recent-records.tsx';

/** The start page: the work that waits for the person, recently opened records, and the screens of each workspace. */
export function HomePage() {
  const { t } = useTranslation('home');
  const { user } = useMe();
  const can = useCan();
  const registry = useRegistry();
  const enabled = can.scope('ui:read');
  const { data: screens = [] } = useQuery({ ...screensQuery, enabled });
  const { data: workspaces = [] } = useQuery({ ...workspacesQuery, enabled });
  return (
    <Page title={t('welcome', { name: user.firstName ?? user.email })} tab={t('shell:pages.home')} width={1180}>
      <Stack gap="xl" mt="xs">
        <MyWork />
        <RecentRecords />
        {workspaces.map((workspace) => {
          const shown = workspace.screenIds.flatMap((id) => screens.find(({ _id }) => _id === id) ?? []);
          if (shown.length === 0) return null;
          return (
            <section key={workspace._id}>
              <Title order={2} mb="xs">
                {registry.translated(workspace).name}
              </Title>
              <div className={classes.cards}>
                {shown.map((screen) => (
                  <Link key={screen._id} to="/s/$screenId" params={{ screenId: screen._id }} className={classes.card}>
                    <NamedIcon name={screen.icon} layout={screen.layout} size={18} />
                    <Text size="sm" fw={500} truncate>
                      {registry.translated(screen).name}
                    </Text>
                  </Link>
                ))}
              </div>
            </section>
          );
        })}
        <Link to="/models" className={classes.link}>
          {t('allModels')}
        </Link>
      </Stack>
    </Page>
  );
}
