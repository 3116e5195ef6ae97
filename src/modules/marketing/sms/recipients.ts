import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { marketingModel } from '../campaigns/campaign.ts';

export interface SmsContact {
  readonly _id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly mobilePhone: string | null;
}

const pageSize = 200;
const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The contacts of the segments of a channel, or of its campaign when it has none, page by page, as the caller reads them. */
export async function* smsContacts(
  context: TransactionContext,
  campaign: RecordObject,
  channel: RecordObject,
): AsyncGenerator<readonly SmsContact[]> {
  const own = idsIn(channel.segmentIds);
  const from = own.length > 0 ? channel : campaign;
  const segmentIds = idsIn(from.segmentIds);
  if (segmentIds.length === 0)
    throw new AppError('conflict', 'Neither the channel nor its campaign has segments: nobody would get the message.');
  const excluded = new Set<string>();
  for (const id of idsIn(from.excludedSegmentIds))
    for await (const page of segmentContacts(context, id)) for (const { _id } of page) excluded.add(_id);
  for (const id of segmentIds)
    for await (const page of segmentContacts(context, id)) yield page.filter(({ _id }) => !excluded.has(_id));
}

async function* segmentContacts(context: TransactionContext, id: string): AsyncGenerator<readonly SmsContact[]> {
  const { body } = await invoke(context, operations.get, marketingModel(context, 'segments'), { id, query: {} });
  const segment = JSON.parse(body) as RecordObject;
  const left = new Set(idsIn(segment.excludedContactIds));
  const keep = (page: readonly SmsContact[]) => page.filter(({ _id }) => !left.has(_id));
  const byHand = idsIn(segment.contactIds);
  for (let start = 0; start < byHand.length; start += pageSize)
    for await (const page of contactPages(context, { _id: { in: byHand.slice(start, start + pageSize) } }))
      yield keep(page);
  if (segment.type === 'static' || !segment.definition) return;
  for await (const page of contactPages(context, segment.definition)) yield keep(page);
}

async function* contactPages(context: TransactionContext, filter: unknown): AsyncGenerator<readonly SmsContact[]> {
  const model = context.registry.find('sales', 'contacts');
  if (!model) throw new Error('the model sales.contacts is missing');
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = {
      filter,
      fields: ['_id', 'firstName', 'lastName', 'phone', 'mobilePhone'],
      limit: pageSize,
      count: 'none',
      ...(cursor !== '' && { cursor }),
    };
    const { body } = await invoke(context, operations.list, model, { query: () => query });
    const page = JSON.parse(body) as { data: SmsContact[]; meta: { nextCursor: string | null } };
    yield page.data;
    cursor = page.meta.nextCursor;
  }
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
