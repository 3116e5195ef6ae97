/** Null and undefined are the same value, as on the server. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Unsaved changes of a record. */
export interface Draft<V extends object> {
  /** The values at the start of the changes, and their version. A new record has no version. */
  readonly base: V;
  readonly version: number | undefined;
  /** Contains only values that differ from the base. */
  readonly typed: Partial<V>;
}

export const emptyDraft = <V extends object>(base: V, version: number | undefined): Draft<V> => ({
  base,
  version,
  typed: {},
});

export const valuesOf = <V extends object>({ base, typed }: Draft<V>): V => ({ ...base, ...typed });

export const isTyped = ({ typed }: Draft<object>): boolean => Object.keys(typed).length > 0;

const keep = <V extends object>(values: Partial<V>, isKept: (value: unknown, key: keyof V) => boolean): Partial<V> =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => isKept(value, key as keyof V)),
  ) as unknown as Partial<V>;

/** A value that is equal to the stored value again is no change. */
export const withTyped = <V extends object>(draft: Draft<V>, change: Partial<V>): Draft<V> => ({
  ...draft,
  typed: keep<V>({ ...draft.typed, ...change }, (value, key) => !sameValue(value, draft.base[key])),
});

/**
 * The values that conflict with a newer version of the record: somebody else changed them too, and to another value.
 * `together` names values that form one content, such as the parts of a mail: a change of any of them conflicts with
 * typed changes of the others.
 */
export function conflictsOf<V extends object>(
  draft: Draft<V>,
  theirs: V,
  together: readonly (keyof V)[] = [],
): readonly (keyof V)[] {
  if (!isTyped(draft)) return [];
  const mine = valuesOf(draft);
  const watched = new Set([...(Object.keys(draft.typed) as (keyof V)[]), ...together]);
  return [...watched].filter((key) => !sameValue(theirs[key], draft.base[key]) && !sameValue(theirs[key], mine[key]));
}

/** Applies the same changes to a newer version. */
export const rebased = <V extends object>(draft: Draft<V>, theirs: V, version: number): Draft<V> =>
  withTyped(emptyDraft(theirs, version), draft.typed);

/** The draft after `sent` was saved. It keeps changes that were typed in the meantime. */
export const afterSave = <V extends object>(draft: Draft<V>, saved: V, version: number, sent: Partial<V>): Draft<V> =>
  withTyped(
    emptyDraft(saved, version),
    keep<V>(draft.typed, (value, key) => !(key in sent && sameValue(value, sent[key]))),
  );
