import { ScrollArea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { inboxCountsQuery } from '~/metadata/inbox-counts.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { screensQuery, userScreensQuery, workspacesQuery } from '~/metadata/screens.ts';
import { usePages } from '../navigation.ts';
import { Recents } from './recents.tsx';
import classes from './shell.module.css';
import { WorkspaceSection } from './workspace-section.tsx';

/** Loaded when there are some: moving them takes a library of its own. */
const Favourites = lazy(() => import('./favourites.tsx').then((module) => ({ default: module.Favourites })));

/** The pages, the person's own screens, and the screens of each workspace. */
export function Sidebar() {
  const { t } = useTranslation('shell');
  const can = useCan();
  const canReadScreens = can.scope('ui:read');
  const registry = useRegistry();
  const { data = [] } = useQuery({ ...screensQuery, enabled: canReadScreens });
  const screens = data.map((screen) => registry.ready(screen));
  const { data: workspaces = [] } = useQuery({ ...workspacesQuery, enabled: canReadScreens });
  const { data: favourites = [] } = useQuery({ ...userScreensQuery, enabled: canReadScreens });
  const pages = usePages();
  return (
    <ScrollArea flex={1} scrollbarSize={6} type="hover">
      <nav className={classes.list} aria-label={t('pages.title')}>
        {pages.map(({ label, path, icon: Icon }) => (
          <Link
            key={path}
            to={path}
            className={classes.link}
            activeOptions={{ exact: path === '/', includeSearch: false }}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
            {t(label)}
            {path === '/inbox' && <InboxUnread />}
          </Link>
        ))}
      </nav>
      {canReadScreens && (
        <>
          {favourites.length > 0 && (
            <Suspense fallback={null}>
              <Favourites screens={screens} />
            </Suspense>
          )}
          <Recents />
        </>
      )}
      {workspaces.map((workspace) => (
        <WorkspaceSection key={workspace._id} workspace={registry.ready(workspace)} screens={screens} />
      ))}
    </ScrollArea>
  );
}

/** How many conversations have something that nobody has read. */
function InboxUnread() {
  const { t } = useTranslation('shell');
  const { data } = useQuery(inboxCountsQuery);
  if (!data?.unread) return null;
  return (
    <span className={classes.unread} role="img" aria-label={t('pages.unread', { count: data.unread })}>
      {data.unread > 99 ? '99+' : data.unread}
    </span>
  );
}
