import { useState } from 'react';
import type { RecordData } from '~/api/records.ts';
import { afterSave, conflictsOf, emptyDraft, isTyped, rebased, valuesOf, withTyped } from './draft.ts';
import { RecordConflict, saveOver } from './save-over.ts';

interface DraftOptions<R extends RecordData, V extends object> {
  /** Example: `/api/marketing/webPages`. */
  readonly path: string;
  /** Undefined for a new record. */
  readonly record: R | undefined;
  /** Returns the edited values of a record. */
  readonly read: (record: R) => V;
  /** The values of a new record. */
  readonly empty?: V;
  /** Values that form one content, see `conflictsOf`. */
  readonly together?: readonly (keyof V)[];
  /**
   * True, the default, adopts changes by others while the person types. A form that is filled in step by step keeps its
   * values.
   */
  readonly follows?: boolean;
}

type Changes = Readonly<Record<string, unknown>>;

/** The unsaved changes of a record. Changes by others are never overwritten without asking. */
export function useRecordDraft<R extends RecordData, V extends object>(options: DraftOptions<R, V>) {
  const { path, record, read, empty, together, follows = true } = options;
  const begin = () => emptyDraft(record ? read(record) : (empty as V), record?.version);
  const [draft, setDraft] = useState(begin);
  /**
   * The record as somebody else saved it, after a save was refused because of a conflict. Undefined once the person has
   * decided.
   */
  const [refused, setRefused] = useState<R>();
  // The page may show another record in the same place, or the record that it has just created.
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
    /** Replaces all typed values. */
    fill: (values: V) => setDraft((held) => withTyped(emptyDraft(held.base, held.version), values)),
    /** True when a newer version of the record conflicts with the typed changes. */
    isOutdated: follows && isNewer && contradicts(record),
    /** True when a save was refused because of a conflict. */
    hasConflict: refused !== undefined,
    /** Saves `changes`, the record fields of the typed changes. Throws a RecordConflict. */
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
    /** Discards the typed changes and shows this record. */
    take,
    /** Discards the typed changes and shows the record as somebody else saved it. */
    takeTheirs: () => newest && take(newest),
    /**
     * Applies the typed changes to the record as somebody else saved it. Returns the draft, which the caller then
     * saves.
     */
    keepMine: (theirs = newest) => {
      const onTop = (held: typeof draft) => (theirs ? rebased(held, read(theirs), theirs.version) : held);
      setDraft(onTop);
      setRefused(undefined);
      return onTop(draft);
    },
  };
}
