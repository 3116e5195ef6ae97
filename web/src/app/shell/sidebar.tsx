import { ScrollArea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { inboxCountsQuery } from '~/metadata/inbox-counts.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { screensQuery, userScreensQuery, workspacesQuery } from '~/metadata/screens.ts';
import { NamedIcon } from '~/ui/named-icon.tsx';
import { type FixedPage, usePages } from '../navigation.ts';
import { Recents } from './recents.tsx';
import classes from './shell.module.css';
import { arrangeLinks } from './sidebar-links.ts';
import { SidebarSearch, type SidebarTarget } from './sidebar-search.tsx';
import { WorkspaceSections } from './workspace-sections.tsx';

/** Favourites are loaded only for people who have some, because sorting them needs a library. */
const Favourites = lazy(() => import('./favourites.tsx').then((module) => ({ default: module.Favourites })));

/** The pages, the person's own screens, and the screens of each workspace. Each is in one place. */
export function Sidebar() {
  const { t } = useTranslation('shell');
  const canReadScreens = useCan().scope('ui:read');
  const [query, setQuery] = useState('');
  const lastPath = useRef<string>(undefined);
  const { favourites, screens, pages, sections } = useLinks(canReadScreens);
  const targets = unique([
    ...[...pages, ...sections.flatMap(({ page, tools }) => [page ?? [], tools].flat())].map((page) => ({
      to: page.path,
      label: t(page.label),
      icon: <page.icon size={16} stroke={1.6} aria-hidden />,
    })),
    ...[
      ...screens.filter(({ _id }) => favourites.has(_id)).map((screen) => ({ screen, place: t('favourites.title') })),
      ...sections.flatMap(({ workspace, screens: own }) => own.map((screen) => ({ screen, place: workspace.name }))),
    ].map(({ screen, place }) => ({
      to: `/s/${screen._id}`,
      label: screen.name,
      place,
      icon: <NamedIcon name={screen.icon} layout={screen.layout} />,
    })),
  ]);
  return (
    <ScrollArea flex={1} scrollbarSize={6} type="hover">
      <SidebarSearch targets={targets} query={query} onQuery={setQuery} />
      {query.trim() === '' && (
        <>
          <nav className={classes.list} aria-label={t('pages.title')}>
            {pages.map((page) => (
              <PageLink key={page.path} page={page} label={t(page.label)} />
            ))}
          </nav>
          {canReadScreens && (
            <>
              {favourites.size > 0 && (
                <Suspense fallback={null}>
                  <Favourites screens={screens} />
                </Suspense>
              )}
              <WorkspaceSections
                lastPath={lastPath}
                sections={sections.map(({ workspace, page, tools, screens: own }) => ({
                  workspace,
                  screens: own,
                  link: page && <PageLink page={page} label={t('pages.overview')} />,
                  tools: tools.map((tool) => ({
                    path: tool.path,
                    link: <PageLink key={tool.path} page={tool} label={t(tool.label)} />,
                  })),
                }))}
              />
              <Recents />
            </>
          )}
        </>
      )}
    </ScrollArea>
  );
}

/** Screens of several workspaces are listed once. */
const unique = (targets: readonly SidebarTarget[]): SidebarTarget[] =>
  [...new Map(targets.toReversed().map((target) => [target.to, target])).values()].toReversed();

function useLinks(enabled: boolean) {
  const { t } = useTranslation('shell');
  const registry = useRegistry();
  const { data: allScreens = [] } = useQuery({ ...screensQuery, enabled });
  const { data: allWorkspaces = [] } = useQuery({ ...workspacesQuery, enabled });
  const { data: mine = [] } = useQuery({ ...userScreensQuery, enabled });
  const screens = allScreens.map((screen) => registry.translated(screen));
  const favourites = new Set(mine.map(({ screenId }) => screenId));
  const { pages, sections } = arrangeLinks({
    pages: usePages().filter(({ isOutsideSidebar }) => !isOutsideSidebar),
    nameOf: ({ label }) => t(label),
    isAbout: ({ model }, { modelKey }) =>
      model !== undefined && modelKey !== null && registry.find(modelKey) === (registry.find(model) ?? null),
    workspaces: allWorkspaces.map((workspace) => registry.translated(workspace)),
    screens,
    favouriteIds: favourites,
  });
  return { favourites, screens, pages, sections };
}

function PageLink({ page, label }: { readonly page: FixedPage; readonly label: string }) {
  const { path, icon: Icon } = page;
  return (
    <Link to={path} className={classes.link} activeOptions={{ exact: path === '/', includeSearch: false }}>
      <Icon size={16} stroke={1.6} aria-hidden />
      {label}
      {path === '/inbox' && <InboxUnread />}
    </Link>
  );
}

/** Shows the number of conversations with unread messages. */
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
