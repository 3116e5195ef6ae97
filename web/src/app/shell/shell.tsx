import { AppShell } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProposalView, ProposalViews } from '~/features/assistant/proposal-views.ts';
import { onFirstMove } from '~/lib/first-move.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useLiveRecords } from './live-records.ts';
import { palette } from './palette-store.ts';
import { preloadInputs } from './preload-inputs.ts';
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

/** The assistant is loaded when it is first opened. */
const AssistantPanel = lazy(() =>
  import('~/features/assistant/assistant-panel.tsx').then((module) => ({ default: module.AssistantPanel })),
);

/** Proposals of the assistant that other features show. */
const proposalViews: Readonly<Record<string, ProposalView>> = {
  draftWorkflow: lazy(() =>
    import('~/features/record/workflows/proposal/workflow-proposal.tsx').then((module) => ({
      default: module.WorkflowProposal,
    })),
  ),
};

/** The frame of all pages that need a session: sidebar, top bar, page, assistant. */
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
  // The palette is loaded with the first move of the person, so that the first page does not wait for it.
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstMove(() => setWanted(true)), []);
  useEffect(preloadInputs, []);
  const openPalette = () => {
    setWanted(true);
    collectTyping(palette.close);
    palette.open();
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
              <ProposalViews value={proposalViews}>
                <AssistantPanel opened={assistant.opened} onClose={assistant.close} />
              </ProposalViews>
            </Suspense>
          )}
        </AppShell.Aside>
      </AppShell>
      {wanted && (
        <Suspense fallback={null}>
          <Palette onToggleSidebar={toggleSidebar} assistant={assistant} />
        </Suspense>
      )}
      <SessionEnd />
    </RecordForms>
  );
}
