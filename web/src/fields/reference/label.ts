import type { RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';

export const isUsers = ({ moduleKey, slug }: { moduleKey: string; slug: string }): boolean =>
  moduleKey === 'identity' && slug === 'users';

/** The label of a record in a reference. Users are shown by name, not by the address that is their title. */
export function recordLabel(model: Model, record: RecordData): string {
  if (isUsers(model) && typeof record.name === 'string' && record.name !== '') return record.name;
  return titleOf(model, record);
}

const lineTypes = new Set(['text', 'email', 'phone', 'url']);

/** A second line that distinguishes records with equal names. */
export function secondLine(model: Model, record: RecordData): string | undefined {
  const label = recordLabel(model, record);
  const fields = model.fields.filter(({ key, type }) => lineTypes.has(type) && key !== '_id' && key !== 'color');
  const ranked = [...fields.filter(({ type }) => type === 'email'), ...fields.filter(({ searchable }) => searchable)];
  for (const { key } of ranked) {
    const text = record[key];
    if (typeof text === 'string' && text !== '' && !label.includes(text)) return text;
  }
  return undefined;
}

/** Initial values of a form for a new record, taken from the search text. */
export function initialFrom(model: Model, text: string): Record<string, unknown> {
  if (text === '') return {};
  const writable = (key: string) => model.fields.some((field) => field.key === key && !field.readOnly);
  if (text.includes('@') && writable('email')) return { email: text };
  if (writable(model.titleField)) return { [model.titleField]: text };
  if (!writable('lastName')) return {};
  const words = text.split(/\s+/);
  const lastName = words.pop();
  return { lastName, ...(words.length > 0 && { firstName: words.join(' ') }) };
}
