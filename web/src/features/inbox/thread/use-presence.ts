import { useDocumentVisibility } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { inboxApi, type Presence } from '../inbox-api.ts';

/** The server forgets a person after 30 s. */
const reportEveryMs = 15_000;
/** Interval after which a newly arrived colleague becomes visible. */
const refreshEveryMs = 4000;
/** Somebody counts as writing for this time after the last key. */
const writingMs = 20_000;

/** Reports that the person views the conversation or writes in it, and returns the colleagues who do. */
export function usePresence(id: string) {
  const [others, setOthers] = useState<readonly Presence[]>([]);
  const visibility = useDocumentVisibility();
  const typedAt = useRef(0);
  const report = useCallback(() => {
    const state = Date.now() - typedAt.current < writingMs ? 'replying' : 'viewing';
    // Presence is optional: if it cannot be read, the conversation still works.
    inboxApi.presence(id, state).then(setOthers, () => setOthers([]));
  }, [id]);
  const look = useCallback(() => {
    inboxApi.presenceOfOthers(id).then(setOthers, () => setOthers([]));
  }, [id]);
  useEffect(() => {
    if (visibility === 'hidden') return;
    report();
    const timers = [setInterval(report, reportEveryMs), setInterval(look, refreshEveryMs)];
    return () => {
      for (const timer of timers) clearInterval(timer);
      // The server also drops the entry after a while, so a failure is ignored.
      inboxApi.presence(id, 'left').catch(() => {});
    };
  }, [id, report, look, visibility]);
  const onTyping = useCallback(() => {
    const isNew = Date.now() - typedAt.current >= writingMs;
    typedAt.current = Date.now();
    if (isNew) report();
  }, [report]);
  return { others, onTyping };
}
