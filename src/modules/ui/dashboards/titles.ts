import type { Model } from '#core/models/model.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The display name of a record; `otherwise` when it has none or is not readable. */
export function titleIn(
  { titleField }: Model,
  record: Readonly<Record<string, unknown>> | undefined,
  otherwise: string,
): string {
  if (!record) return otherwise;
  const person = [record.firstName, record.lastName].filter(isText).join(' ');
  // The title field of users is the email address, but people know users by name.
  if (titleField === 'email' && person !== '') return person;
  const title = record[titleField];
  if (isText(title) && titleField !== '_id') return title;
  return person || [record.name, record.subject, record.title, record.email].find(isText) || otherwise;
}
