import { useHotkeys, useMediaQuery, useSessionStorage } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useCan } from '~/metadata/access.ts';

/** The button in the top bar, which has the focus again when the assistant is closed. */
export const assistantButtonId = 'assistant-button';

export interface AssistantState {
  /** Whether the person may use it. */
  readonly isOffered: boolean;
  readonly opened: boolean;
  /** It stays when it is closed, so that an answer goes on. */
  readonly wasOpened: boolean;
  /** It covers the page, as on a phone. */
  readonly isCovering: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/** Whether the assistant is open beside the page. */
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
  const close = () => {
    setOpened(false);
    document.getElementById(assistantButtonId)?.focus();
  };
  const toggle = () => (opened ? close() : setOpened(isOffered));
  useHotkeys([['mod+J', toggle]], []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link in the assistant leads to a page that it would cover.
  useEffect(() => {
    if (isNarrow) setOpened(false);
  }, [path]);
  return { isOffered, opened, wasOpened: wasOpened.current, isCovering: opened && isNarrow, toggle, close };
}
