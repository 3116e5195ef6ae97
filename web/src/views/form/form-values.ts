import type { RecordData } from '~/api/records.ts';
import { normalize } from '~/fields/kinds.ts';
import { isEmpty, readTyped } from '~/fields/values.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { sameValue } from './draft.ts';
import { writableFields } from './form-fields.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The initial values of a form for a new record: the registry's defaults and the given values. */
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

/** The fields that differ from the stored or initial values. A secret that was left empty counts as unchanged. */
export const changedFields = (fields: readonly Field[], values: Values, base: Values): Field[] =>
  fields.filter(
    (field) =>
      !sameValue(normalize(values[field.key], field), base[field.key]) &&
      !(field.type === 'secret' && values[field.key] === ''),
  );

/** All values of a form, once the code that reads typed text has loaded. */
export const readAllTyped = async (values: Values): Promise<Values> =>
  Object.fromEntries(
    await Promise.all(Object.entries(values).map(async ([key, value]) => [key, await readTyped(value)] as const)),
  );

/** The body that creates the record. Empty values are omitted, so that the server sets its defaults. */
export const createBody = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields.map((field) => [field.key, normalize(values[field.key], field)]).filter(([, value]) => !isEmpty(value)),
  );

/** The body that updates the record. */
export const updateBody = (changed: readonly Field[], values: Values): Values =>
  Object.fromEntries(changed.map((field) => [field.key, normalize(values[field.key], field) ?? null]));

/** The fields of which at least one is required, if all are empty. */
export function missingOneOf(model: Model, values: Values): readonly Field[] {
  const oneOf = model.requiresOneOf ?? [];
  if (oneOf.length === 0 || oneOf.some((key) => !isEmpty(values[key]))) return [];
  return model.fields.filter(({ key }) => oneOf.includes(key));
}

const textTypes: ReadonlySet<string> = new Set(['text', 'longText', 'email', 'phone', 'url', 'choice', 'reference']);

/** Initial values from the address. The router parses `?code=007` as a number, but text fields need the text. */
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
