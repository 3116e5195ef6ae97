import { useCallback, useEffect, useRef, useState } from 'react';
import type { RecordData } from '~/api/records.ts';
import { Unreadable } from '~/fields/values.ts';
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

/** Keeps what is typed and not saved, and offers what was kept the last time. */
export function useDraft({ model, record, form }: Options) {
  const { user } = useMe();
  const { changed, values, setValues, fields } = form;
  const [offer, setOffer] = useState<Draft>();
  const [of] = useState<DraftOf>(() => ({ modelKey: modelName(model), ...(record && { recordId: record._id }) }));
  const version = record?.version;
  const onServer = useRef({ refused: false, stored: false });
  const ended = useRef(false);

  useEffect(() => {
    const local = localDrafts.read(user._id, of);
    setOffer(local);
    const stop = new AbortController();
    serverDrafts.read(of, stop.signal).then(
      (draft) => {
        if (!draft || stop.signal.aborted) return;
        onServer.current.stored = true;
        if (!local || draft.savedAt > local.savedAt) setOffer(draft);
      },
      (error: unknown) => {
        if (isRefusal(error)) onServer.current.refused = true;
      },
    );
    return () => stop.abort();
  }, [user._id, of]);

  // Secrets are kept nowhere, and what cannot be read is no value.
  const kept = changed.filter(({ key, type }) => type !== 'secret' && !(values[key] instanceof Unreadable));
  const text = JSON.stringify(Object.fromEntries(kept.map(({ key }) => [key, values[key] ?? null])));
  const first = useRef(text);

  const remove = useCallback(() => {
    ended.current = true;
    setOffer(undefined);
    localDrafts.remove(user._id, of);
    if (!onServer.current.stored) return;
    onServer.current.stored = false;
    // What remains after a failure is offered again, and expires.
    serverDrafts.remove(of).catch(() => {});
  }, [user._id, of]);

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
      serverDrafts.write(of, data, version).catch((error: unknown) => {
        if (isRefusal(error)) onServer.current = { refused: true, stored: false };
      });
    }, serverMs);
    return () => {
      clearTimeout(local);
      clearTimeout(server);
    };
  }, [text, user._id, of, version, remove]);

  /** Puts the old input back. Returns the keys of its fields. */
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
