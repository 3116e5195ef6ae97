/** What was typed into a form, on top of the record that it shows. */
export interface Edits<V> {
  readonly typed: Partial<V>;
  /** What the record had in these inputs when they were first changed, and its version then. */
  readonly before: Partial<V>;
  readonly version: number;
}

export const noEdits = <V>(): Edits<V> => ({ typed: {}, before: {}, version: 0 });

const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Adds a change to what was typed. */
export function withEdit<V extends object>(edits: Edits<V>, change: Partial<V>, stored: V, version: number): Edits<V> {
  const isFirst = Object.keys(edits.typed).length === 0;
  const before = Object.fromEntries(Object.keys(change).map((key) => [key, stored[key as keyof V]]));
  return {
    typed: { ...edits.typed, ...change },
    before: { ...(before as Partial<V>), ...edits.before },
    version: isFirst ? version : edits.version,
  };
}

export const isEdited = <V extends object>({ typed }: Edits<V>, stored: V): boolean =>
  Object.keys(typed).some((key) => differ(typed[key as keyof V], stored[key as keyof V]));

/**
 * The version to save on. Other actions on the page and colleagues may have changed the record meanwhile: that is no
 * conflict unless it was in the same inputs. Then the old version is sent, and the server refuses.
 */
export const versionToSave = <V extends object>({ before, version }: Edits<V>, stored: V, current: number): number =>
  Object.keys(before).some((key) => differ(before[key as keyof V], stored[key as keyof V])) ? version : current;
