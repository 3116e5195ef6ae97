import type { Field, Model } from '~/metadata/model.ts';

/** A custom field with its group. Its index in the list is its position. */
export interface Place {
  readonly key: string;
  /** Empty for a field without a group. */
  readonly group: string;
}

export const placesOf = ({ fields }: Model): Place[] =>
  fields.filter(({ custom }) => custom).map(({ key, group = '' }) => ({ key, group }));

/** The existing groups of the model. */
export const groupsOf = ({ fields }: Model): string[] => [
  ...new Set(fields.flatMap(({ group }) => (group === undefined ? [] : [group]))),
];

const step = 10;

export interface PlaceChange {
  readonly key: string;
  readonly change: { readonly order?: number; readonly group?: string | null };
}

/** The changes to save. If the order is the same, only groups are changed. */
export function changesOf(model: Model, places: readonly Place[]): PlaceChange[] {
  const before = placesOf(model);
  const moved = places.some(({ key }, n) => key !== before[n]?.key);
  return places.flatMap(({ key, group }, n) => {
    const field = model.fields.find((one) => one.key === key);
    const order = (n + 1) * step;
    const wanted = group.trim();
    const change = {
      ...(moved && field?.order !== order && { order }),
      ...((field?.group ?? '') !== wanted && { group: wanted || null }),
    };
    return Object.keys(change).length > 0 ? [{ key, change }] : [];
  });
}

/** The model after the changes. Custom fields follow each other in its list of fields. */
export function arranged(model: Model, places: readonly Place[]): Model {
  const first = model.fields.findIndex(({ custom }) => custom);
  const rest = model.fields.filter(({ custom }) => !custom);
  const placed = places.flatMap(({ key, group }): Field[] => {
    const field = model.fields.find((one) => one.key === key);
    if (!field) return [];
    const { group: _before, ...others } = field;
    return [{ ...others, ...(group.trim() && { group: group.trim() }) } as Field];
  });
  return { ...model, fields: rest.toSpliced(Math.max(first, 0), 0, ...placed) };
}
