import type { Grant } from '#core/access/access.ts';

/**
 * The fields of a record that an entry contains: those that the caller may see, without long texts and JSON except the
 * title and the fields that the model declares.
 */
export function shownFields({ model, hidden }: Grant): ReadonlySet<string> {
  const shown = new Set([model.titleField, ...(model.timeline?.shows ?? [])]);
  const isShown = (key: string, type: string): boolean => shown.has(key) || (type !== 'longText' && type !== 'json');
  return new Set(
    [...model.fields.values()]
      .filter(({ key, type }) => !hidden.has(key) && isShown(key, type.name))
      .map(({ key }) => key),
  );
}
