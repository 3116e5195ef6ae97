import { useEffect, useSyncExternalStore } from 'react';

/** A command of the open page, offered in the palette. */
export interface PageCommand {
  readonly id: string;
  readonly label: string;
  /** The key with the same effect, such as `e`. */
  readonly shortcut?: string | undefined;
  readonly run: () => unknown;
}

const none: readonly PageCommand[] = [];
let current: readonly PageCommand[] = none;
const listeners = new Set<() => void>();

function set(commands: readonly PageCommand[]): void {
  current = commands;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Offers commands in the palette while the page is open. */
export function useOfferCommands(commands: readonly PageCommand[]): void {
  useEffect(() => {
    set(commands);
    return () => set(none);
  }, [commands]);
}

/** The commands of the page that is open. */
export const usePageCommands = (): readonly PageCommand[] => useSyncExternalStore(subscribe, () => current);
