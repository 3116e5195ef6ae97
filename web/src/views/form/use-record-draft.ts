import { useState } from 'react';
import type { RecordData } from '~/api/records.ts';
import { afterSave, conflictsOf, emptyDraft, isTyped, rebased, valuesOf, withTyped } from './draft.ts';
import { RecordConflict, saveOver } from './save-over.ts';

interface DraftOptions<R extends RecordData, V extends object> {
  /** `/api/marketing/webPages` */
  readonly path: string;
  /** Undefined for a new record. */
  readonly record: R | undefined;
  /** The values that are edited. */
  readonly read: (record: R) => V;
  /** The values of a new record. */
  readonly empty?: V;
  /** Values that make one content: see `conflictsOf`. */
  readonly together?: readonly (keyof V)[];
  /** Shows changes by others while the person types. A form that is filled in step by step stays as it is. */
  readonly follows?: boolean;
}

type Changes = Readonly<Record<string, unknown>>;

/** What a person has changed of a record and not saved. A change by somebody else is never overwritten unasked. */
export function useRecordDraft<R extends RecordData, V extends object>(options: DraftOptions<R, V>) {
  const { path, record, read, empty, together, follows = true } = options;
  const begin = () => emptyDraft(record ? read(record) : (empty as V), record?.version);
  const [draft, setDraft] = useState(begin);
  /** The record as somebody else saved it, when it contradicted a save. Undefined once the person has decided. */
  const [refused, setRefused] = useState<R>();
  // The page shows another record in the same place, or the one that it has just created.
  const [shownId, setShownId] = useState(record?._id);
  if (record?._id !== shownId) {
    setShownId(record?._id);
    setDraft(begin());
    setRefused(undefined);
  }
  const isNewer = record !== undefined && draft.version !== undefined && record.version > draft.version;
  const contradicts = (theirs: R) => conflictsOf(draft, read(theirs), together).length > 0;
  if (follows && record?._id === shownId && isNewer && !contradicts(record))
    setDraft(rebased(draft, read(record), record.version));

  const newest = refused && !(record && record.version > refused.version) ? refused : record;
  const take = (theirs: R) => {
    setDraft(emptyDraft(read(theirs), theirs.version));
    setRefused(undefined);
  };
  return {
    ...draft,
    values: valuesOf(draft),
    isTyped: isTyped(draft),
    change: (values: Partial<V>) => setDraft((held) => withTyped(held, values)),
    /** Replaces all that is typed. */
    fill: (values: V) => setDraft((held) => withTyped(emptyDraft(held.base, held.version), values)),
    /** Somebody else saved what contradicts this. */
    isOutdated: follows && isNewer && contradicts(record),
    /** A save was refused because of that. */
    hasConflict: refused !== undefined,
    /** Sends `changes`, the fields of the record that `typed` changes. Throws a RecordConflict. */
    save: async (changes: Changes, from = draft): Promise<R> => {
      const isConflict = (theirs: R) => conflictsOf(from, read(theirs), together).length > 0;
      if (record === undefined) throw new Error('A new record is created, not saved.');
      try {
        const saved = await saveOver({ path, id: record._id, changes, version: from.version, isConflict });
        setDraft((held) => afterSave(held, read(saved), saved.version, from.typed));
        setRefused(undefined);
        return saved;
      } catch (error) {
        if (error instanceof RecordConflict) setRefused(error.theirs as R);
        throw error;
      }
    },
    /** Throws away what was typed and shows this. */
    take,
    /** Throws away what was typed and shows what somebody else saved. */
    takeTheirs: () => newest && take(newest),
    /** Puts what was typed on top of what somebody else saved. Returns the draft, to be saved. */
    keepMine: (theirs = newest) => {
      const onTop = (held: typeof draft) => (theirs ? rebased(held, read(theirs), theirs.version) : held);
      setDraft(onTop);
      setRefused(undefined);
      return onTop(draft);
    },
  };
}
