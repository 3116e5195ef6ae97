import { useEffect, useSyncExternalStore } from 'react';
import type { ScreenInput } from '~/api/ai.ts';

/** What the open page shows, with its name. */
export interface OnScreen extends ScreenInput {
  readonly label: string;
}

let shown: OnScreen | undefined;
const listeners = new Set<() => void>();

function show(next: OnScreen | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Tells the assistant what the page shows, for as long as the page is open. */
export function useShow(screen: OnScreen): void {
  const text = JSON.stringify(screen);
  useEffect(() => {
    const mine = JSON.parse(text) as OnScreen;
    show(mine);
    return () => {
      // The next page may have shown its own already.
      if (shown === mine) show(undefined);
    };
  }, [text]);
}

/** What the open page shows; undefined on pages without records. */
export const useOnScreen = (): OnScreen | undefined => useSyncExternalStore(subscribe, () => shown);
