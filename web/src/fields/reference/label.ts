import type { RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';

export const isUsers = ({ moduleKey, slug }: { moduleKey: string; slug: string }): boolean =>
  moduleKey === 'identity' && slug === 'users';

/** The name of a record in a reference. People know users by their name, not by the address that is their title. */
export function recordLabel(model: Model, record: RecordData): string {
  if (isUsers(model) && typeof record.name === 'string' && record.name !== '') return record.name;
  return titleOf(model, record);
}

const lineTypes = new Set(['text', 'email', 'phone', 'url']);

/** A second line that tells records with equal names apart. */
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

/** What a form for a new record can begin with, from what was typed in the search. */
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
