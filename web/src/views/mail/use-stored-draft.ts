import { useCallback, useEffect, useState } from 'react';
import { useMe } from '~/metadata/access.ts';

/**
 * A draft that survives a reload, stored on this device for this person. It starts with the `initial` values, if any.
 */
export function useStoredDraft<T extends object>(name: string, empty: T, initial: Partial<T>) {
  const { user } = useMe();
  const key = `atrium-mail-${name}-${user._id}`;
  const [draft, setDraft] = useState<T>(() => ({ ...empty, ...read<T>(key), ...initial }));
  useEffect(() => {
    // It is stored at once, so that the last words survive if the page is closed right after.
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
    // The stored text is from an earlier version or was edited, so it is ignored.
    return {};
  }
}

function write(key: string, draft: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The storage is full, so the draft lasts only as long as the page.
  }
}
