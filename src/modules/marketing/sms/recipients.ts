import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { audienceContacts, idsIn } from '../campaigns/audience-contacts.ts';

export interface SmsContact {
  readonly _id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly mobilePhone: string | null;
}

/** The contacts of the segments of a channel, or of its campaign when it has none, page by page, as the caller reads them. */
export function smsContacts(
  context: TransactionContext,
  campaign: RecordObject,
  channel: RecordObject,
): AsyncGenerator<readonly SmsContact[]> {
  const from = idsIn(channel.segmentIds).length > 0 ? channel : campaign;
  if (idsIn(from.segmentIds).length === 0)
    throw new AppError('conflict', 'Neither the channel nor its campaign has segments: nobody would get the message.');
  return audienceContacts(context, from, ['firstName', 'lastName', 'phone', 'mobilePhone']);
}

/** Digits with a plus: providers take no spaces. */
export const dialled = ({ mobilePhone, phone }: SmsContact): string | undefined => {
  const number = (mobilePhone || phone || '').replace(/(?!^\+)\D/g, '');
  return /^\+?\d{6,15}$/.test(number) ? number : undefined;
};

/** The text for one contact: `{{firstName}}` and `{{lastName}}` are filled in. */
export const textFor = (channel: RecordObject, { firstName, lastName }: SmsContact): string =>
  `${String(channel.message ?? '')}${channel.optOutText ? ` ${String(channel.optOutText)}` : ''}`
    .replaceAll(/\{\{\s*firstName\s*\}\}/g, firstName ?? '')
    .replaceAll(/\{\{\s*lastName\s*\}\}/g, lastName ?? '');
