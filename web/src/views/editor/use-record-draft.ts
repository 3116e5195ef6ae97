import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';

type Changes = Readonly<Record<string, unknown>>;

const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

interface DraftOptions<T> {
  /** `/api/marketing/webPages` */
  readonly path: string;
  /** Whether two versions differ in nothing that a person writes: counters of the server are no change by somebody else. */
  readonly hasSameContent: (one: T, other: T) => boolean;
}

/** What the person has changed of a record and not saved. A change by somebody else is never overwritten unasked. */
export function useRecordDraft<T extends RecordData>(record: T, { path, hasSameContent }: DraftOptions<T>) {
  const client = useQueryClient();
  const [base, setBase] = useState(record);
  const [changes, setChanges] = useState<Changes>({});
  const isDirty = Object.keys(changes).length > 0;
  // Somebody else saved it: shown at once, unless something is being typed here. Counters change nothing here.
  if (record.version > base.version && (!isDirty || hasSameContent(record, base))) setBase(record);
  const change = (values: Changes) =>
    setChanges((old) =>
      Object.fromEntries(
        Object.entries({ ...old, ...values }).filter(
          ([key, value]) => JSON.stringify(value) !== JSON.stringify(base[key] ?? null),
        ),
      ),
    );
  const keep = (saved: T) => {
    setBase(saved);
    client.setQueryData(keys.record(path, saved._id), saved);
  };
  const newest = async (): Promise<T> => (await records.get(path, base._id)) as unknown as T;
  const send = (changed: Changes, version: number) =>
    records.update(path, base._id, changed, { version }) as Promise<RecordData> as Promise<T>;
  const save = useMutation({
    mutationFn: async ({ version, sent }: { version: number; sent: Changes }) => {
      try {
        return await send(sent, version);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        // Counters of the server are no change by somebody else.
        const theirs = await newest();
        if (!hasSameContent(theirs, base)) throw error;
        return send(sent, theirs.version);
      }
    },
    onSuccess: (saved, { sent }) => {
      keep(saved);
      // What was typed while it was being saved stays.
      setChanges((held) =>
        Object.fromEntries(
          Object.entries(held).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(sent[key])),
        ),
      );
    },
  });
  const hasConflict = isOutdated(save.error);
  return {
    base,
    draft: { ...base, ...changes } as T,
    changes,
    isDirty,
    change,
    /** With more values, which are not kept when the server refuses them. */
    save: (more: Changes = {}) => save.mutateAsync({ version: base.version, sent: { ...changes, ...more } }),
    isSaving: save.isPending,
    error: hasConflict ? undefined : (save.error ?? undefined),
    hasConflict,
    /** Throws away what was typed and shows what somebody else saved. */
    takeTheirs: async () => {
      keep(await newest());
      setChanges({});
      save.reset();
    },
    /** Saves what was typed over what somebody else saved. */
    keepMine: async () => {
      const theirs = await newest();
      setBase(theirs);
      return save.mutateAsync({ version: theirs.version, sent: changes });
    },
    replace: (saved: T) => {
      keep(saved);
      setChanges({});
      save.reset();
    },
  };
}

export type RecordDraft<T extends RecordData> = ReturnType<typeof useRecordDraft<T>>;
