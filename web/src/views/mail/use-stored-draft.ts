import { useCallback, useEffect, useState } from 'react';
import { useMe } from '~/metadata/access.ts';

/** A draft that survives a reload, kept on this device for this person. It begins with the `initial` values, if there are any. */
export function useStoredDraft<T extends object>(name: string, empty: T, initial: Partial<T>) {
  const { user } = useMe();
  const key = `atrium-mail-${name}-${user._id}`;
  const [draft, setDraft] = useState<T>(() => ({ ...empty, ...read<T>(key), ...initial }));
  useEffect(() => {
    // At once, so that the last words are kept when the page is left right after them.
    if (draft === empty) localStorage.removeItem(key);
    else write(key, draft);
  }, [key, draft, empty]);
  const change = useCallback((part: Partial<T>) => setDraft((old) => ({ ...old, ...part })), []);
  const clear = useCallback(() => {
    localStorage.removeItem(key);
    setDraft(empty);
  }, [key, empty]);
  return { draft, change, clear };
}

function read<T>(key: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<T>;
  } catch {
    // Written by an earlier version, or by hand.
    return {};
  }
}

function write(key: string, draft: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The storage is full: the draft lives as long as the page.
  }
}
