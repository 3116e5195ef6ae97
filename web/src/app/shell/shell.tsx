import { AppShell } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useActive } from '~/ui/use-active.ts';
import { useLiveRecords } from './live-records.ts';
import { loadInputsSoon } from './load-inputs-soon.ts';
import { RecordForms } from './record-forms.tsx';
import { SessionEnd } from './session-end.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { collectTyping } from './type-ahead.ts';
import { useAssistant } from './use-assistant.ts';
import { useProfileLanguage } from './use-language.ts';
import { useMentions } from './use-mentions.ts';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

/** Loaded when it is opened first. */
const AssistantPanel = lazy(() =>
  import('~/features/assistant/assistant-panel.tsx').then((module) => ({ default: module.AssistantPanel })),
);

/** The frame of everything that needs a session: sidebar, top bar, page, assistant. */
export function Shell() {
  const { t } = useTranslation('shell');
  const [opened, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [wide, setWide] = useLocalStorage({
    key: 'atrium-sidebar',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const toggleSidebar = () => setWide((before) => !before);
  const assistant = useAssistant();
  useHotkeys([['mod+B', toggleSidebar]]);
  // The palette is loaded after the page, or when somebody asks for it before.
  const isActive = useActive();
  const [asked, setAsked] = useState(false);
  useEffect(loadInputsSoon, []);
  const openPalette = () => {
    setAsked(true);
    collectTyping(spotlight.close);
    spotlight.open();
  };
  useHotkeys([['mod+K', openPalette]], [], true);
  useLiveRecords();
  useMentions();
  useProfileLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the sidebar closes with each new page.
  useEffect(close, [path, close]);
  return (
    <RecordForms>
      <a className={classes.skip} href="#main">
        {t('skip')}
      </a>
      <AppShell
        header={{ height: 48 }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened, desktop: !wide } }}
        aside={{
          width: 400,
          breakpoint: 'md',
          collapsed: { mobile: !assistant.opened, desktop: !assistant.opened },
        }}
        padding={0}
        transitionDuration={100}
      >
        <AppShell.Header className={classes.header}>
          <TopBar
            opened={opened}
            onToggle={toggle}
            sidebar={{ shown: wide, onToggle: toggleSidebar }}
            assistant={assistant}
            onSearch={openPalette}
          />
        </AppShell.Header>
        <AppShell.Navbar
          className={classes.navbar}
          data-hidden-wide={!wide || undefined}
          data-hidden-narrow={!opened || undefined}
          aria-label={t('navigation')}
        >
          <Sidebar />
        </AppShell.Navbar>
        <AppShell.Main id="main" className={classes.main} tabIndex={-1} inert={assistant.isCovering}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </AppShell.Main>
        <AppShell.Aside
          className={classes.assistant}
          data-hidden={!assistant.opened || undefined}
          aria-label={t('assistant.title')}
        >
          {assistant.wasOpened && (
            <Suspense fallback={<PageLoading />}>
              <AssistantPanel opened={assistant.opened} onClose={assistant.close} />
            </Suspense>
          )}
        </AppShell.Aside>
      </AppShell>
      {(isActive || asked) && (
        <Suspense fallback={null}>
          <Palette onToggleSidebar={toggleSidebar} assistant={assistant} />
        </Suspense>
      )}
      <SessionEnd />
    </RecordForms>
  );
}
