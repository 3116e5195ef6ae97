import { useSyncExternalStore } from 'react';

/** The time zone of the browser. */
export const browserZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone;

let current = browserZone;
const listeners = new Set<() => void>();

const isZone = (zone: string): boolean => {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

/** The time zone in which times are shown, or the browser's when none is set. */
export const timeZone = (): string => current;

export function setTimeZone(zone: string | null | undefined): void {
  const next = zone && isZone(zone) ? zone : browserZone;
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTimeZone = (): string => useSyncExternalStore(subscribe, timeZone);
