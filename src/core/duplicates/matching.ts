import { createHash } from 'node:crypto';
import type { Field, JsonValue } from '../fields/field.ts';
import type { DuplicateRule, Model } from '../models/model.ts';
import type { RecordObject } from '../models/record.ts';
import { candidateKeys, comparable } from './similarity.ts';

/** Changes when the same values give other keys, so that all keys are made again. */
const keysVersion = 1;

/** The first half of a SHA-256 in the form of an id. Ids are short, and their comparison is leakproof. */
function digestId(parts: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Identifies the keys of a rule as it is now. A rule that changes gets another id, and so new keys. */
export const scanIdOf = ({ id, model, match, method }: DuplicateRule): string =>
  digestId([id, model, method, String(keysVersion), ...match]);

/** The fields of a rule; undefined when the model does not have all of them any more. */
export function matchFields({ fields }: Model, { match }: DuplicateRule): readonly Field[] | undefined {
  const found = match.flatMap((key) => fields.get(key) ?? []);
  return found.length === match.length && found.every(isMatchable) ? found : undefined;
}

/** True when duplicate rules can compare the field. */
export const isMatchable = ({ type, key, filterable }: Field): boolean =>
  type.matchForm !== undefined && !type.multiline && filterable && key !== '_id';

/** True when the field can be compared by similarity. */
export const isComparable = (field: Field): boolean => isMatchable(field) && field.type.column === 'text';

/** The match fields as one text; undefined when one of them is empty, because empty fields agree with nothing. */
export function comparedText(fields: readonly Field[], record: RecordObject): string | undefined {
  const texts = fields.map(({ key }) => String(record[key] ?? ''));
  // All words together, because first and last name are easily swapped.
  return texts.every((text) => comparable(text) !== '') ? comparable(texts.join(' ')) : undefined;
}

/** The keys of a record: one, or several for a rule of the method `similar`; none when a match field is empty. */
export function keysOf(rule: DuplicateRule, fields: readonly Field[], record: RecordObject): string[] {
  if (rule.method === 'similar') {
    const text = comparedText(fields, record);
    return text === undefined ? [] : candidateKeys(text).map((key) => digestId([key]));
  }
  const forms = fields.map((field) => formOf(rule, field, record[field.key]));
  return forms.every((form) => form.trim() !== '') ? [digestId(forms)] : [];
}

const formOf = ({ method }: DuplicateRule, { type }: Field, value: JsonValue | undefined): string =>
  value === null || value === undefined
    ? ''
    : method === 'exact' || !type.matchForm
      ? String(value)
      : type.matchForm(value);
