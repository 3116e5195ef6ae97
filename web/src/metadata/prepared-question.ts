import { useSyncExternalStore } from 'react';

/** A question that a page has prepared for the assistant. The person finishes and sends it. */
let prepared: string | undefined;
const listeners = new Set<() => void>();

/** Opens the assistant with the beginning of a question; undefined once it is in the input. */
export function prepareQuestion(next: string | undefined): void {
  prepared = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePreparedQuestion = (): string | undefined => useSyncExternalStore(subscribe, () => prepared);
