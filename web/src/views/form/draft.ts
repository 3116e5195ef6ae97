/** Null and absent are the same value, as they are for the server. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What a person has typed over a record and not saved. */
export interface Draft<V extends object> {
  /** The values that the person began from, and their version. A new record has none. */
  readonly base: V;
  readonly version: number | undefined;
  /** Only values that differ from the base. */
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

/** A value that is typed back to what is stored is no change. */
export const withTyped = <V extends object>(draft: Draft<V>, change: Partial<V>): Draft<V> => ({
  ...draft,
  typed: keep<V>({ ...draft.typed, ...change }, (value, key) => !sameValue(value, draft.base[key])),
});

/**
 * The values in which a newer version of the record contradicts the draft: somebody else changed what this person changed,
 * and to another value. Values that make one content, such as the parts of a mail, are named in `together`: then a change
 * of any of them contradicts what is typed into any other.
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

/** The same changes on top of a newer version. */
export const rebased = <V extends object>(draft: Draft<V>, theirs: V, version: number): Draft<V> =>
  withTyped(emptyDraft(theirs, version), draft.typed);

/** After `sent` was saved. Keeps what was typed in the meantime. */
export const afterSave = <V extends object>(draft: Draft<V>, saved: V, version: number, sent: Partial<V>): Draft<V> =>
  withTyped(
    emptyDraft(saved, version),
    keep<V>(draft.typed, (value, key) => !(key in sent && sameValue(value, sent[key]))),
  );
