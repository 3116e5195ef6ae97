import { useDocumentVisibility } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { inboxApi, type Presence } from '../inbox-api.ts';

/** The server forgets a person after 30 s. */
const everyMs = 15_000;
/** How soon a person sees that somebody else has come. */
const lookEveryMs = 4000;
/** How long somebody counts as writing after the last key. */
const writingMs = 20_000;

/** Tells the server that the person looks at the conversation or writes in it, and returns who else does. */
export function usePresence(id: string) {
  const [others, setOthers] = useState<readonly Presence[]>([]);
  const visibility = useDocumentVisibility();
  const typedAt = useRef(0);
  const report = useCallback(() => {
    const state = Date.now() - typedAt.current < writingMs ? 'replying' : 'viewing';
    // Who else is here is a courtesy: when it cannot be read, the conversation works all the same.
    inboxApi.presence(id, state).then(setOthers, () => setOthers([]));
  }, [id]);
  const look = useCallback(() => {
    inboxApi.presenceOfOthers(id).then(setOthers, () => setOthers([]));
  }, [id]);
  useEffect(() => {
    if (visibility === 'hidden') return;
    report();
    const timers = [setInterval(report, everyMs), setInterval(look, lookEveryMs)];
    return () => {
      for (const timer of timers) clearInterval(timer);
      // The entry also ends by itself.
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
