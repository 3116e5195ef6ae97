import type { Model } from '#core/models/model.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The name by which people know a record; `otherwise` when it has none, or may not be read. */
export function titleIn(
  { titleField }: Model,
  record: Readonly<Record<string, unknown>> | undefined,
  otherwise: string,
): string {
  if (!record) return otherwise;
  const person = [record.firstName, record.lastName].filter(isText).join(' ');
  // A user is known by the address, but people say the name.
  if (titleField === 'email' && person !== '') return person;
  const title = record[titleField];
  if (isText(title) && titleField !== '_id') return title;
  return person || [record.name, record.subject, record.title, record.email].find(isText) || otherwise;
}
