import { useHotkeys, useMediaQuery, useSessionStorage } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useCan } from '~/metadata/access.ts';
import { usePreparedQuestion } from '~/metadata/prepared-question.ts';

/** Id of the button in the top bar that gets the focus back when the assistant closes. */
export const assistantButtonId = 'assistant-button';

export interface AssistantState {
  /** True when the person may use the assistant. */
  readonly isOffered: boolean;
  readonly opened: boolean;
  /**
   * True when the assistant was opened before. It stays mounted when it is closed, so that a running answer continues.
   */
  readonly wasOpened: boolean;
  /** True when the assistant covers the page, as on a phone. */
  readonly isCovering: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/** State of the assistant panel, kept for the session of the tab. */
export function useAssistant(): AssistantState {
  const isOffered = useCan().scope('ai:write');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [stored, setOpened] = useSessionStorage({
    key: 'atrium-assistant',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const opened = isOffered && stored;
  const wasOpened = useRef(false);
  if (opened) wasOpened.current = true;
  const prepared = usePreparedQuestion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever a page prepares a question.
  useEffect(() => {
    if (prepared !== undefined && isOffered) setOpened(true);
  }, [prepared]);
  const close = () => {
    setOpened(false);
    document.getElementById(assistantButtonId)?.focus();
  };
  const toggle = () => (opened ? close() : setOpened(isOffered));
  useHotkeys([['mod+J', toggle]], []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link in the panel opens a page that it would cover.
  useEffect(() => {
    if (isNarrow) setOpened(false);
  }, [path]);
  return { isOffered, opened, wasOpened: wasOpened.current, isCovering: opened && isNarrow, toggle, close };
}
