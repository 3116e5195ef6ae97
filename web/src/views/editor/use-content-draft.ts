import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import type { RecordData } from '~/api/records.ts';
import { RecordConflict } from '~/views/form/save-over.ts';
import { useRecordDraft } from '~/views/form/use-record-draft.ts';

interface ContentDraftOptions<T> {
  /** Example: `/api/marketing/webPages`. */
  readonly path: string;
  /**
   * The fields that a person writes, which form one content. Other fields, such as counters of the server, cause no
   * conflict.
   */
  readonly fields: readonly (keyof T & string)[];
}

/** The draft of a record that is one content, such as a page. A change of any part by somebody else is a conflict. */
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
    /** Saves the draft together with `more` values, which are not kept when the server refuses them. */
    save: (more: Partial<T> = {}) => save.mutateAsync({ changes: { ...held.typed, ...more } }),
    isSaving: save.isPending,
    error: save.error instanceof RecordConflict ? undefined : (save.error ?? undefined),
    hasConflict: held.hasConflict,
    /** Discards the draft and shows the record as somebody else saved it. */
    takeTheirs: () => {
      held.takeTheirs();
      save.reset();
    },
    /** Saves the draft over the changes of somebody else. */
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
