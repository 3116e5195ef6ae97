import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { addressedModel, audiencePage, resolveAudience } from '../segments/contract.ts';
import type { SmsPerson } from '../sms/contract.ts';
import { marketingModel } from './campaign.ts';

const pageSize = 200;

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Contacts, or leads: the segments of an audience have one model. */
interface PeoplePage {
  readonly model: Model;
  readonly areLeads: boolean;
  readonly ids: readonly string[];
}

/** The people in the segments of a campaign or channel, page by page, with the permissions of the caller. */
export async function* audiencePeople(
  context: TransactionContext,
  { segmentIds, excludedSegmentIds }: RecordObject,
): AsyncGenerator<PeoplePage> {
  const audienceIds = { segmentIds: idsIn(segmentIds), excludedSegmentIds: idsIn(excludedSegmentIds) };
  const model = await modelOfSegments(context, [...audienceIds.segmentIds, ...audienceIds.excludedSegmentIds]);
  const areLeads = model.name === 'sales.leads';
  const audience = await resolveAudience(context, model, audienceIds);
  const grant = context.caller.access.grant(model, 'read');
  for (let after: string | null = null; ; ) {
    const ids: string[] = await audiencePage(context, grant, audience, after, pageSize);
    if (ids.length > 0) yield { model, areLeads, ids };
    if (ids.length < pageSize) return;
    after = ids.at(-1) ?? null;
  }
}

const smsFields = ['_id', 'firstName', 'lastName', 'phone', 'mobilePhone'];

/**
 * Reads the people in the segments of an SMS channel, or of its campaign when the channel has none, page by page, with
 * the permissions of the caller.
 */
export async function* smsPeople(
  context: TransactionContext,
  campaign: RecordObject,
  channel: RecordObject,
): AsyncGenerator<readonly SmsPerson[]> {
  const from = idsIn(channel.segmentIds).length > 0 ? channel : campaign;
  if (idsIn(from.segmentIds).length === 0)
    throw new AppError('conflict', 'Neither the channel nor its campaign has segments: nobody would get the message.');
  for await (const { model, areLeads, ids } of audiencePeople(context, from)) {
    const query = { filter: { _id: { in: ids } }, fields: smsFields, limit: pageSize, count: 'none' };
    const { body } = await invoke(context, operations.list, model, { query: () => query });
    const { data } = JSON.parse(body) as { data: (Omit<SmsPerson, 'contactId' | 'leadId'> & { _id: string })[] };
    yield data.map(({ _id, ...person }) => ({
      ...person,
      contactId: areLeads ? null : _id,
      leadId: areLeads ? _id : null,
    }));
  }
}

/** Reads the segments of a campaign or channel. Refuses those of others than people, and contacts and leads together. */
export async function checkSegments(
  context: TransactionContext,
  { segmentIds, excludedSegmentIds }: RecordObject,
): Promise<void> {
  await modelOfSegments(withAllAccess(context), [...idsIn(segmentIds), ...idsIn(excludedSegmentIds)]);
}

async function modelOfSegments(context: TransactionContext, ids: readonly string[]): Promise<Model> {
  const model = marketingModel(context, 'segments');
  const segments: RecordObject[] = [];
  for (const id of ids) {
    const { body } = await invoke(context, operations.get, model, { id, query: {} });
    segments.push(JSON.parse(body) as RecordObject);
  }
  return addressedModel(context, segments);
}
