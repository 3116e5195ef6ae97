import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { usingFor } from '../as-platform.ts';
import type { SourceStep } from '../batches/batch.ts';
import { emailLists } from '../model-names.ts';
import { checkRecipients, type RejectedRecipient } from './check-recipients.ts';
import { createBatch } from './create-batch.ts';
import { resolveContent } from './resolve-content.ts';
import { readSenderInput } from './sender.ts';

export const maxBatchRecipients = 50_000;

export interface Audience {
  readonly emailListIds: readonly string[];
  readonly segmentIds: readonly string[];
  readonly excludedSegmentIds: readonly string[];
}

interface BatchInput {
  readonly type: 'bulk' | 'campaign';
  readonly recipients: readonly unknown[];
  readonly audience: Audience;
  readonly name?: string | undefined;
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly templateId?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly from?: string | undefined;
  readonly replyTo?: string | undefined;
  readonly trackOpens?: boolean | undefined;
  readonly trackClicks?: boolean | undefined;
  readonly campaignId?: string | null;
  readonly communicationsCampaignId?: string | null;
}

interface AcceptedBatch {
  readonly batchId: string;
  readonly snapshotId: string;
  readonly accepted: number;
  readonly rejected: readonly RejectedRecipient[];
  readonly status: 'sending';
}

export async function sendBatch(context: Context, input: BatchInput): Promise<AcceptedBatch> {
  const sender = readSenderInput(input.from);
  const { audience } = input;
  const lists = await Promise.all(audience.emailListIds.map((id) => readList(context, id)));
  for (const id of [...audience.segmentIds, ...audience.excludedSegmentIds]) await requireSegment(context, id);
  const { content, templateId, sender: templateSender } = await resolveContent(context, input);
  // Unsubscribing from one list is possible when the mail belongs to one.
  const [list] = lists;
  const emailListId = lists.length === 1 && audience.segmentIds.length === 0 ? (list?._id ?? null) : null;
  const { accepted, rejected } = await checkRecipients(context, input.recipients, emailListId);
  const created = await createBatch(context, {
    name: input.name ?? null,
    recipients: accepted,
    steps: stepsOf(audience, lists),
    segmentId: audience.segmentIds[0] ?? null,
    content: {
      ...content,
      type: input.type,
      from: sender.from ?? templateSender.fromEmail ?? list?.fromEmail ?? null,
      fromName: sender.fromName ?? templateSender.fromName ?? list?.fromName ?? null,
      replyTo: input.replyTo ?? templateSender.replyTo ?? list?.replyTo ?? null,
      templateId,
      campaignId: input.campaignId ?? null,
      communicationsCampaignId: input.communicationsCampaignId ?? null,
      emailListId,
      trackOpens: input.trackOpens ?? true,
      trackClicks: input.trackClicks ?? true,
      variables: input.variables ?? {},
    },
  });
  return { batchId: created.id, snapshotId: created.id, accepted: created.accepted, rejected, status: 'sending' };
}

interface ListRecord {
  readonly _id: string;
  readonly segmentId: string | null;
  readonly active: boolean | null;
  readonly fromEmail: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
}

async function readList(context: Context, id: string): Promise<ListRecord> {
  const model = emailLists(context);
  const { body } = await invoke(usingFor(context, model), operations.get, model, { id, query: {} }).catch((error) => {
    throw error instanceof AppError
      ? invalid('emailListId', 'not_found', `names ${id}, which is not a list that you may read`)
      : error;
  });
  const list = JSON.parse(body) as ListRecord;
  if (list.active === false) throw invalid('emailListId', 'inactive', 'names a list that is not active');
  return list;
}

async function requireSegment(context: Context, id: string): Promise<void> {
  const model = context.registry.find('marketing', 'segments');
  if (!model) throw new Error('the model marketing.segments is missing');
  const mayUse = context.caller.access.reach(model.scopes.write) !== undefined;
  const reader = mayUse ? usingFor(context, model) : context;
  await invoke(reader, operations.get, model, { id, query: {} }).catch((error) => {
    throw error instanceof AppError
      ? invalid('segmentId', 'not_found', `names ${id}, which is not a segment that you may read`)
      : error;
  });
}

function stepsOf({ segmentIds, excludedSegmentIds }: Audience, lists: readonly ListRecord[]): SourceStep[] {
  const segments = [...lists.flatMap(({ segmentId }) => segmentId ?? []), ...segmentIds];
  return [
    ...lists.flatMap(({ _id }): SourceStep[] => [
      { kind: 'members', emailListId: _id },
      { kind: 'list', emailListId: _id },
    ]),
    ...segments.map((segmentId): SourceStep => ({ kind: 'segment', segmentId, excludedSegmentIds })),
  ];
}
