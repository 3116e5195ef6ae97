import type { RecordData } from '~/api/records.ts';
import { normalize } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { writableFields } from './form-fields.ts';
import { sameValue } from './save-field.ts';

export type Values = Readonly<Record<string, unknown>>;

/** What a form for a new record shows before anything is typed: the defaults of the registry and what the caller gives. */
export function firstValues(model: Model, initial: Values, userId: string): Values {
  const values: Record<string, unknown> = {};
  for (const { key, default: preset, defaultFrom } of writableFields(model, true)) {
    if (initial[key] !== undefined) values[key] = initial[key];
    else if (preset !== null && preset !== undefined) values[key] = preset;
    else if (defaultFrom === 'caller') values[key] = userId;
  }
  return values;
}

/** The values of a stored record that a form can change. */
export const storedValues = (model: Model, record: RecordData): Values =>
  Object.fromEntries(writableFields(model, false).map(({ key }) => [key, record[key]]));

/** The fields that differ from what is stored or was given. A secret that was opened and left empty is not changed. */
export const changedFields = (fields: readonly Field[], values: Values, base: Values): Field[] =>
  fields.filter(
    (field) =>
      !sameValue(normalize(values[field.key], field), base[field.key]) &&
      !(field.type === 'secret' && values[field.key] === ''),
  );

/** The body that creates the record. Empty values are left out, so that the server sets its defaults. */
export const createBody = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields.map((field) => [field.key, normalize(values[field.key], field)]).filter(([, value]) => !isEmpty(value)),
  );

/** The body that changes the record. */
export const updateBody = (changed: readonly Field[], values: Values): Values =>
  Object.fromEntries(changed.map((field) => [field.key, normalize(values[field.key], field) ?? null]));

/** The fields of which one must be filled in, when none is. */
export function missingOneOf(model: Model, values: Values): readonly Field[] {
  const oneOf = model.requiresOneOf ?? [];
  if (oneOf.length === 0 || oneOf.some((key) => !isEmpty(values[key]))) return [];
  return model.fields.filter(({ key }) => oneOf.includes(key));
}

const textTypes: ReadonlySet<string> = new Set(['text', 'longText', 'email', 'phone', 'url', 'choice', 'reference']);

/** The values that an address gives. The router reads `?code=007` as a number; a text field wants the text. */
export function initialFromSearch(model: Model, search: Values): Values {
  const values: Record<string, unknown> = {};
  for (const { key, type } of writableFields(model, true)) {
    const value = search[key];
    if (isEmpty(value) || type === 'secret') continue;
    if (textTypes.has(type)) values[key] = typeof value === 'object' ? JSON.stringify(value) : String(value);
    else if (type === 'list' || type === 'references') values[key] = Array.isArray(value) ? value : [String(value)];
    else values[key] = value;
  }
  return values;
}
