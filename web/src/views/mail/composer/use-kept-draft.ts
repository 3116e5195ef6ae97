import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMe } from '~/metadata/access.ts';
import { type DraftOf, isRefusal, localDrafts, serverDrafts } from '~/views/form/drafts.ts';
import { type ComposerDraft, continueDraft } from './composer-draft.ts';

const serverMs = 2000;

/** A draft in a conversation is stored under the id of the conversation. */
const draftOf = (conversationId: string | undefined): DraftOf => ({
  modelKey: 'communications.emails',
  ...(conversationId !== undefined && { recordId: conversationId }),
});

/** True when this browser has a draft for the conversation. */
export const hasKeptDraft = (userId: string, conversationId: string): boolean =>
  localDrafts.read(userId, draftOf(conversationId)) !== undefined;

/**
 * A draft that survives a reload: stored in this browser at once, and on the server for other devices. Without a
 * conversation it is stored only here. `draft` is undefined until stored drafts are read.
 */
export function useKeptDraft(conversationId: string | undefined, initial: ComposerDraft) {
  const { user } = useMe();
  const [draft, setDraft] = useState<ComposerDraft>();
  const [of] = useState(() => (conversationId === undefined ? { modelKey: 'new mail' } : draftOf(conversationId)));
  const first = useRef(initial);
  const refused = useRef(conversationId === undefined);

  useEffect(() => {
    const local = localDrafts.read(user._id, of);
    if (local || refused.current) {
      setDraft(continueDraft(first.current, local?.data as Partial<ComposerDraft> | undefined));
      return;
    }
    const stop = new AbortController();
    serverDrafts.read(of, stop.signal).then(
      (kept) => setDraft(continueDraft(first.current, kept?.data as Partial<ComposerDraft> | undefined)),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (isRefusal(error)) refused.current = true;
        setDraft(first.current);
      },
    );
    return () => stop.abort();
  }, [user._id, of]);

  const writeServer = useDebouncedCallback((data: ComposerDraft) => {
    if (refused.current) return;
    // If the server cannot be reached, the copy in this browser remains.
    serverDrafts.write(of, { ...data }, undefined).catch((error: unknown) => {
      refused.current = isRefusal(error);
    });
  }, serverMs);
  const change = useCallback(
    (part: Partial<ComposerDraft>) =>
      setDraft((old) => {
        const next = { ...(old ?? first.current), ...part };
        localDrafts.write(user._id, of, { data: { ...next }, savedAt: new Date().toISOString() });
        writeServer(next);
        return next;
      }),
    [user._id, of, writeServer],
  );
  const clear = useCallback(() => {
    writeServer.cancel();
    localDrafts.remove(user._id, of);
    // If this fails, the draft is offered again and expires later.
    if (!refused.current) serverDrafts.remove(of).catch(() => {});
  }, [user._id, of, writeServer]);
  /** Stores a cleared draft again, after sending was undone. */
  const keep = useCallback(
    (data: ComposerDraft) => localDrafts.write(user._id, of, { data: { ...data }, savedAt: new Date().toISOString() }),
    [user._id, of],
  );
  return { draft, change, clear, keep };
}
