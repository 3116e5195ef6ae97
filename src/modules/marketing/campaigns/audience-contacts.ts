import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { modelNamed } from '#core/models/model-named.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { audiencePage, requireSegmentOf, resolveAudience } from '../segments/contract.ts';
import type { SmsContact } from '../sms/contract.ts';
import { marketingModel } from './campaign.ts';

const pageSize = 200;
const contacts = modelNamed('sales', 'contacts');

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The ids of the contacts in the segments of a campaign or channel, page by page, with the permissions of the caller. */
export async function* audienceContacts(
  context: TransactionContext,
  { segmentIds, excludedSegmentIds }: RecordObject,
): AsyncGenerator<readonly string[]> {
  const audienceIds = { segmentIds: idsIn(segmentIds), excludedSegmentIds: idsIn(excludedSegmentIds) };
  for (const id of [...audienceIds.segmentIds, ...audienceIds.excludedSegmentIds]) await readSegment(context, id);
  const model = contacts(context);
  const audience = await resolveAudience(context, model, audienceIds);
  const grant = context.caller.access.grant(model, 'read');
  for (let after: string | null = null; ; ) {
    const ids: string[] = await audiencePage(context, grant, audience, after, pageSize);
    if (ids.length > 0) yield ids;
    if (ids.length < pageSize) return;
    after = ids.at(-1) ?? null;
  }
}

const smsFields = ['_id', 'firstName', 'lastName', 'phone', 'mobilePhone'];

/**
 * Reads the contacts in the segments of an SMS channel, or of its campaign when the channel has none, page by page,
 * with the permissions of the caller.
 */
export async function* smsContacts(
  context: TransactionContext,
  campaign: RecordObject,
  channel: RecordObject,
): AsyncGenerator<readonly SmsContact[]> {
  const from = idsIn(channel.segmentIds).length > 0 ? channel : campaign;
  if (idsIn(from.segmentIds).length === 0)
    throw new AppError('conflict', 'Neither the channel nor its campaign has segments: nobody would get the message.');
  for await (const ids of audienceContacts(context, from)) {
    const query = { filter: { _id: { in: ids } }, fields: smsFields, limit: pageSize, count: 'none' };
    const { body } = await invoke(context, operations.list, contacts(context), { query: () => query });
    yield (JSON.parse(body) as { data: SmsContact[] }).data;
  }
}

/** Reads the segments of a campaign or channel. Refuses segments of other records than contacts. */
export async function audienceSegments(
  context: TransactionContext,
  { segmentIds, excludedSegmentIds }: RecordObject,
): Promise<void> {
  for (const id of [...idsIn(segmentIds), ...idsIn(excludedSegmentIds)])
    requireSegmentOf(context, contacts(context), await readSegment(withAllAccess(context), id));
}

async function readSegment(context: TransactionContext, id: string): Promise<RecordObject> {
  const { body } = await invoke(context, operations.get, marketingModel(context, 'segments'), { id, query: {} });
  return JSON.parse(body) as RecordObject;
}
