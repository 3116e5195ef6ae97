import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { requireContactSegment } from '../../sales/contract.ts';
import type { SmsContact } from '../sms/contract.ts';
import { marketingModel } from './campaign.ts';

const pageSize = 200;

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** A contact with the requested fields. */
export interface AudienceContact {
  readonly _id: string;
}

/**
 * Reads the contacts in the segments of a campaign or channel, except those in its excluded segments, page by page,
 * with the permissions of the caller.
 */
export async function* audienceContacts<C extends AudienceContact>(
  context: TransactionContext,
  { segmentIds, excludedSegmentIds }: RecordObject,
  fields: readonly string[],
): AsyncGenerator<readonly C[]> {
  const excluded = new Set<string>();
  for (const id of idsIn(excludedSegmentIds))
    for await (const page of segmentContacts(context, id, [])) for (const { _id } of page) excluded.add(_id);
  for (const id of idsIn(segmentIds))
    for await (const page of segmentContacts<C>(context, id, fields))
      yield page.filter(({ _id }) => !excluded.has(_id));
}

/**
 * Reads the contacts in the segments of an SMS channel, or of its campaign when the channel has none, page by page,
 * with the permissions of the caller.
 */
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

/** Reads the segments of a campaign or channel. Refuses segments of other records than contacts. */
export async function audienceSegments(
  context: TransactionContext,
  { segmentIds, excludedSegmentIds }: RecordObject,
): Promise<void> {
  for (const id of [...idsIn(segmentIds), ...idsIn(excludedSegmentIds)]) {
    const model = marketingModel(context, 'segments');
    const { body } = await invoke(withAllAccess(context), operations.get, model, { id, query: {} });
    requireContactSegment(context.registry, JSON.parse(body) as RecordObject);
  }
}

async function* segmentContacts<C extends AudienceContact>(
  context: TransactionContext,
  id: string,
  fields: readonly string[],
): AsyncGenerator<readonly C[]> {
  const { body } = await invoke(context, operations.get, marketingModel(context, 'segments'), { id, query: {} });
  const segment = JSON.parse(body) as RecordObject;
  requireContactSegment(context.registry, segment);
  const left = new Set(idsIn(segment.excludedContactIds));
  const keep = (page: readonly C[]) => page.filter(({ _id }) => !left.has(_id));
  const byHand = idsIn(segment.contactIds);
  for (let start = 0; start < byHand.length; start += pageSize) {
    const filter = { _id: { in: byHand.slice(start, start + pageSize) } };
    for await (const page of contactPages<C>(context, filter, fields)) yield keep(page);
  }
  if (segment.type === 'static' || !segment.definition) return;
  for await (const page of contactPages<C>(context, segment.definition, fields)) yield keep(page);
}

function contactsModel(registry: TransactionContext['registry']): Model {
  const model = registry.find('sales', 'contacts');
  if (!model) throw new Error('the model sales.contacts is missing');
  return model;
}

async function* contactPages<C extends AudienceContact>(
  context: TransactionContext,
  filter: unknown,
  fields: readonly string[],
): AsyncGenerator<readonly C[]> {
  const model = contactsModel(context.registry);
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = {
      filter,
      fields: ['_id', ...fields],
      limit: pageSize,
      count: 'none',
      ...(cursor !== '' && { cursor }),
    };
    const { body } = await invoke(context, operations.list, model, { query: () => query });
    const page = JSON.parse(body) as { data: C[]; meta: { nextCursor: string | null } };
    yield page.data;
    cursor = page.meta.nextCursor;
  }
}
