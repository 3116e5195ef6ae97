import type { Field, Model } from '~/metadata/model.ts';

/** The place of a custom field: where it stands in the list is its order. */
export interface Place {
  readonly key: string;
  /** Empty: none. */
  readonly group: string;
}

export const placesOf = ({ fields }: Model): Place[] =>
  fields.filter(({ custom }) => custom).map(({ key, group = '' }) => ({ key, group }));

/** The groups that fields of the model have. */
export const groupsOf = ({ fields }: Model): string[] => [
  ...new Set(fields.flatMap(({ group }) => (group === undefined ? [] : [group]))),
];

const step = 10;

export interface PlaceChange {
  readonly key: string;
  readonly change: { readonly order?: number; readonly group?: string | null };
}

/** What has to be saved. When the order is the same, only groups are. */
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

/** The model as it will be. Custom fields stand together in its fields. */
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
