import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import type { RecordData } from '~/api/records.ts';
import { RecordConflict } from '~/views/form/save-over.ts';
import { useRecordDraft } from '~/views/form/use-record-draft.ts';

interface ContentDraftOptions<T> {
  /** `/api/marketing/webPages` */
  readonly path: string;
  /** The fields that a person writes, which make one content. Counters of the server are no change by somebody else. */
  readonly fields: readonly (keyof T & string)[];
}

/** The draft of a record that is one content, such as a page: a change of any part by somebody else contradicts it. */
export function useContentDraft<T extends RecordData>(record: T, { path, fields }: ContentDraftOptions<T>) {
  const client = useQueryClient();
  const held = useRecordDraft<T, T>({ path, record, read: (one) => one, together: fields });
  const save = useMutation({
    mutationFn: ({ changes, from }: { changes: Partial<T>; from?: Parameters<typeof held.save>[1] }) =>
      held.save(changes, from),
  });
  return {
    base: held.base,
    draft: held.values,
    changes: held.typed,
    isDirty: held.isTyped,
    change: held.change,
    /** With more values, which are not kept when the server refuses them. */
    save: (more: Partial<T> = {}) => save.mutateAsync({ changes: { ...held.typed, ...more } }),
    isSaving: save.isPending,
    error: save.error instanceof RecordConflict ? undefined : (save.error ?? undefined),
    hasConflict: held.hasConflict,
    /** Throws away what was typed and shows what somebody else saved. */
    takeTheirs: () => {
      held.takeTheirs();
      save.reset();
    },
    /** Saves what was typed over what somebody else saved. */
    keepMine: () => {
      const from = held.keepMine();
      return save.mutateAsync({ changes: from.typed, from });
    },
    replace: (saved: T) => {
      held.take(saved);
      client.setQueryData(keys.record(path, saved._id), saved);
      save.reset();
    },
  };
}

export type ContentDraft<T extends RecordData> = ReturnType<typeof useContentDraft<T>>;
