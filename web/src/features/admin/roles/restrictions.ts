import type { Role } from '../parts/people.ts';

export type Restriction = 'hidden' | 'readOnly';

/** Restrictions by model name, such as `sales.contacts`, and field key. */
export type Restrictions = Readonly<Record<string, Readonly<Record<string, Restriction>>>>;

type FieldLists = Readonly<Record<string, readonly string[]>>;

export function restrictionsOf({ hiddenFields, readOnlyFields }: Role): Restrictions {
  const found: Record<string, Record<string, Restriction>> = {};
  const add = (lists: FieldLists | null, restriction: Restriction) => {
    for (const [model, keys] of Object.entries(lists ?? {}))
      for (const key of keys) found[model] = { ...found[model], [key]: restriction };
  };
  // A hidden field is read-only too.
  add(readOnlyFields, 'readOnly');
  add(hiddenFields, 'hidden');
  return found;
}

export function writeRestrictions(restrictions: Restrictions) {
  const listOf = (wanted: Restriction): FieldLists => {
    const lists: Record<string, string[]> = {};
    for (const model of Object.keys(restrictions).sort()) {
      const fields = Object.entries(restrictions[model] ?? {});
      const keys = fields.filter(([, restriction]) => restriction === wanted).map(([key]) => key);
      if (keys.length > 0) lists[model] = keys.sort();
    }
    return lists;
  };
  return { hiddenFields: listOf('hidden'), readOnlyFields: listOf('readOnly') };
}
