import type { Filter } from '~/api/records.ts';
import { readAddresses, wordsOf } from '~/views/mail/read-addresses.ts';
import { walkPages } from '~/views/parts/walk-pages.ts';
import { paths } from '../mail-api.ts';
import type { Audience } from './draft.ts';

export type { Audience } from './draft.ts';

/** The maximum number of recipients in a request. Lists and segments may have more. */
export const maxRecipients = 50_000;

/** Restricts a filter to contacts that can receive mail. */
export const withAddress = (filter: Filter | undefined): Filter => ({
  and: [{ email: { null: false } }, ...(filter && Object.keys(filter).length > 0 ? [filter] : [])],
});

export const isChosen = ({ kind, emailListId, segmentId, text }: Audience): boolean => {
  if (kind === 'list') return emailListId !== undefined;
  if (kind === 'segment') return segmentId !== undefined;
  return kind === 'filter' || readAddresses(text).valid.length > 0;
};

/** The audience in the form of the API. Contacts that match a filter are read page by page. */
export async function audienceInput(
  { kind, emailListId, segmentId, filter, text }: Audience,
  onRead: (count: number) => void,
): Promise<Record<string, unknown>> {
  if (kind === 'list') return { emailListId };
  if (kind === 'segment') return { segmentId };
  // Invalid and repeated addresses are included, because the server reports them.
  if (kind === 'addresses') return { recipients: wordsOf(text) };
  const recipients: unknown[] = [];
  const query = { filter: withAddress(filter), fields: ['email', 'name'] };
  for await (const { data } of walkPages(paths.contacts, query, { max: maxRecipients + 1 })) {
    for (const { _id, email, name } of data) recipients.push({ email, contactId: _id, name: name ?? null });
    onRead(recipients.length);
  }
  return { recipients };
}
