import type { Filter } from '~/api/records.ts';
import { walkPages } from '~/views/export/walk.ts';
import { readAddresses, wordsOf } from '~/views/mail/read-addresses.ts';
import { paths } from '../mail-api.ts';
import type { Audience } from './draft.ts';

export type { Audience } from './draft.ts';

/** The most that one request takes; a list or a segment may have more. */
export const maxRecipients = 50_000;

/** Contacts that can get mail. */
export const withAddress = (filter: Filter | undefined): Filter => ({
  and: [{ email: { null: false } }, ...(filter && Object.keys(filter).length > 0 ? [filter] : [])],
});

export const isChosen = ({ kind, emailListId, segmentId, text }: Audience): boolean => {
  if (kind === 'list') return emailListId !== undefined;
  if (kind === 'segment') return segmentId !== undefined;
  return kind === 'filter' || readAddresses(text).valid.length > 0;
};

/** The audience as the API takes it. The contacts of a filter are read one page after the other. */
export async function audienceInput(
  { kind, emailListId, segmentId, filter, text }: Audience,
  onRead: (count: number) => void,
): Promise<Record<string, unknown>> {
  if (kind === 'list') return { emailListId };
  if (kind === 'segment') return { segmentId };
  // As they were pasted: the server says which are wrong or repeated.
  if (kind === 'addresses') return { recipients: wordsOf(text) };
  const recipients: unknown[] = [];
  const query = { filter: withAddress(filter), fields: ['email', 'name'] };
  for await (const { data } of walkPages(paths.contacts, query, { max: maxRecipients + 1 })) {
    for (const { _id, email, name } of data) recipients.push({ email, contactId: _id, name: name ?? null });
    onRead(recipients.length);
  }
  return { recipients };
}
