import { useCallback, useEffect, useRef, useState } from 'react';
import type { RecordData } from '~/api/records.ts';
import { Unreadable } from '~/fields/values.ts';
import { serialQueue } from '~/lib/serial-queue.ts';
import { useMe } from '~/metadata/access.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { type Draft, type DraftOf, isRefusal, localDrafts, serverDrafts } from './drafts.ts';
import type { RecordFormState } from './use-record-form.ts';

interface Options {
  readonly model: Model;
  readonly record: RecordData | undefined;
  readonly form: RecordFormState;
}

const localMs = 300;
const serverMs = 2000;

/** Stores unsaved input as a draft, and offers the draft of the last visit. */
export function useDraft({ model, record, form }: Options) {
  const { user } = useMe();
  const { changed, values, setValues, fields } = form;
  const [offer, setOffer] = useState<Draft>();
  const [of] = useState<DraftOf>(() => ({ modelKey: modelName(model), ...(record && { recordId: record._id }) }));
  const version = record?.version;
  // Until the server answers, it is assumed to have a draft.
  const onServer = useRef({ refused: false, stored: true });
  // Requests run one after the other, so that a discarded draft is not written again by an earlier request.
  const [run] = useState(serialQueue);
  const ended = useRef(false);
  // True once this page has written or discarded a draft, after which an answer of the server is out of date.
  const changedHere = useRef(false);

  useEffect(() => {
    const local = localDrafts.read(user._id, of);
    setOffer(local);
    const stop = new AbortController();
    serverDrafts.read(of, stop.signal).then(
      (draft) => {
        if (stop.signal.aborted || changedHere.current) return;
        onServer.current.stored = draft !== undefined;
        if (draft && (!local || draft.savedAt > local.savedAt)) setOffer(draft);
      },
      (error: unknown) => {
        if (isRefusal(error)) onServer.current.refused = true;
      },
    );
    return () => stop.abort();
  }, [user._id, of]);

  // Secrets are never stored in drafts. Unreadable input has no value that could be stored.
  const kept = changed.filter(({ key, type }) => type !== 'secret' && !(values[key] instanceof Unreadable));
  const text = JSON.stringify(Object.fromEntries(kept.map(({ key }) => [key, values[key] ?? null])));
  const first = useRef(text);

  const remove = useCallback(() => {
    ended.current = true;
    changedHere.current = true;
    setOffer(undefined);
    localDrafts.remove(user._id, of);
    if (!onServer.current.stored || onServer.current.refused) return;
    onServer.current.stored = false;
    // If this fails, the draft is offered again and expires later.
    run(() => serverDrafts.remove(of)).catch(() => {});
  }, [user._id, of, run]);

  useEffect(() => {
    if (text === first.current) return;
    first.current = '';
    ended.current = false;
    const data = JSON.parse(text) as Draft['data'];
    if (Object.keys(data).length === 0) return remove();
    const local = setTimeout(
      () => localDrafts.write(user._id, of, { data, savedAt: new Date().toISOString() }),
      localMs,
    );
    const server = setTimeout(() => {
      if (onServer.current.refused || ended.current) return;
      onServer.current.stored = true;
      changedHere.current = true;
      run(() => serverDrafts.write(of, data, version)).catch((error: unknown) => {
        if (isRefusal(error)) onServer.current = { refused: true, stored: false };
      });
    }, serverMs);
    return () => {
      clearTimeout(local);
      clearTimeout(server);
    };
  }, [text, user._id, of, version, remove, run]);

  /** Restores the draft and returns the keys of its fields. */
  const restore = (): readonly string[] => {
    const known = new Set(fields.map(({ key }) => key));
    const entries = Object.entries(offer?.data ?? {}).filter(([key]) => known.has(key));
    setValues({ ...values, ...Object.fromEntries(entries) });
    setOffer(undefined);
    return entries.map(([key]) => key);
  };

  return { offer, restore, remove };
}

export type DraftState = ReturnType<typeof useDraft>;
