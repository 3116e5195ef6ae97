import { useEffect, useSyncExternalStore } from 'react';
import type { ScreenInput } from '~/api/ai.ts';

/** The content and the name of the open page. */
export interface PageContext extends ScreenInput {
  readonly label: string;
}

let shown: PageContext | undefined;
const listeners = new Set<() => void>();

function show(next: PageContext | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Reports the content of the page to the assistant while the page is open. */
export function useReportPageContext(screen: PageContext): void {
  const text = JSON.stringify(screen);
  useEffect(() => {
    const mine = JSON.parse(text) as PageContext;
    show(mine);
    return () => {
      // The next page may already have reported its content, which must stay.
      if (shown === mine) show(undefined);
    };
  }, [text]);
}

/** The content of the open page; undefined on pages without records. */
export const usePageContext = (): PageContext | undefined => useSyncExternalStore(subscribe, () => shown);
