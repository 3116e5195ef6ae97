import { withAllAccess } from '#core/access/platform.ts';
import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { addressedModel } from '../../../marketing/contract.ts';
import { emailLists } from '../../model-names.ts';
import { withUseAccess } from '../../with-use-access.ts';
import { readCompany, readSender } from '../batches/recipient-data.ts';
import type { SourceStep } from '../queue/batch.ts';
import { checkRecipients, type RejectedRecipient } from './check-recipients.ts';
import { createBatch } from './create-batch.ts';
import { mailingTitle } from './mailing-title.ts';
import { requireComplete } from './missing-variables.ts';
import { type ResolvedContent, resolveContent } from './resolve-content.ts';
import { readSenderInput } from './sender.ts';

export const maxBatchRecipients = 50_000;

export interface Audience {
  readonly emailListIds: readonly string[];
  readonly segmentIds: readonly string[];
  readonly excludedSegmentIds: readonly string[];
}

export interface BatchInput {
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
  /** The campaign channel of these mails. */
  readonly campaignChannelId?: string | null;
  /** True sends even when variables of the template have no value. */
  readonly allowMissing?: boolean | undefined;
}

interface AcceptedBatch {
  readonly batchId: string;
  readonly snapshotId: string;
  readonly accepted: number;
  readonly rejected: readonly RejectedRecipient[];
  readonly status: 'sending';
}

/** Checks everything that can be known before recipients are frozen: audience, content, sender, and values for all variables. */
export async function checkBatch(context: Context, input: BatchInput) {
  const sender = readSenderInput(input.from);
  const { audience, variables = {} } = input;
  requireShort(variables);
  const lists = await Promise.all(audience.emailListIds.map((id) => readList(context, id)));
  // A caller with access to a list may use its segment.
  const segments: SegmentRecord[] = [];
  for (const { segmentId } of lists)
    if (segmentId !== null) segments.push(await readSegment(withAllAccess(context), segmentId));
  for (const id of [...audience.segmentIds, ...audience.excludedSegmentIds])
    segments.push(await readSegment(context, id));
  const people = addressedModel(context, segments).name as PeopleModel;
  const resolved = await resolveContent(context, input);
  // A recipient can unsubscribe from one list only when the mail belongs to it.
  const [list] = lists;
  const emailListId = lists.length === 1 && audience.segmentIds.length === 0 ? (list?._id ?? null) : null;
  const checked = await checkRecipients(context, input.recipients, emailListId);
  const { compiled } = resolved;
  const emailListIds = lists.map(({ _id }) => _id);
  if (!input.allowMissing)
    await requireComplete(context, {
      compiled,
      variables,
      recipients: checked.accepted,
      emailListIds,
      addressesLeads: people === 'sales.leads' || checked.accepted.some(({ leadId }) => leadId),
    });
  return { sender, lists, list, emailListId, resolved, checked, people };
}

export async function sendBatch(context: Context, input: BatchInput): Promise<AcceptedBatch> {
  const { audience } = input;
  const { sender, lists, list, emailListId, resolved, checked, people } = await checkBatch(context, input);
  const { content, templateId, sender: templateSender } = resolved;
  const { accepted, rejected } = checked;
  const created = await createBatch(context, {
    name: input.name ?? null,
    compiled: resolved.compiled,
    recipients: accepted,
    steps: stepsOf(audience, lists, people),
    segmentId: audience.segmentIds[0] ?? null,
    content: {
      ...content,
      title: await titleOf(context, resolved, input.variables ?? {}),
      type: input.type,
      from: sender.from ?? templateSender.fromEmail ?? list?.fromEmail ?? null,
      fromName: sender.fromName ?? templateSender.fromName ?? list?.fromName ?? null,
      replyTo: input.replyTo ?? templateSender.replyTo ?? list?.replyTo ?? null,
      templateId,
      campaignId: input.campaignId ?? null,
      communicationsCampaignId: input.communicationsCampaignId ?? null,
      campaignChannelId: input.campaignChannelId ?? null,
      emailListId,
      trackOpens: input.trackOpens ?? true,
      trackClicks: input.trackClicks ?? true,
      variables: input.variables ?? {},
    },
  });
  return { batchId: created.id, snapshotId: created.id, accepted: created.accepted, rejected, status: 'sending' };
}

/** Limits the variables of the request, because they are frozen with each recipient. */
const maxVariablesLength = 100_000;

function requireShort(variables: BatchInput['variables']): void {
  if (JSON.stringify(variables ?? {}).length > maxVariablesLength)
    throw invalid('variables', 'too_large', `must be at most ${maxVariablesLength} characters long as JSON`);
}

async function titleOf(
  context: Context,
  { compiled, templateName }: ResolvedContent,
  variables: Readonly<Record<string, unknown>>,
): Promise<string> {
  const parts = { variables, company: await readCompany(context, compiled), user: await readSender(context, compiled) };
  return mailingTitle(compiled, parts, templateName);
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
  const { body } = await invoke(withUseAccess(context, model), operations.get, model, { id, query: {} }).catch(
    (error) => {
      throw error instanceof AppError
        ? invalid('emailListId', 'reference_not_found', `names ${id}, which is not a list that you may read`)
        : error;
    },
  );
  const list = JSON.parse(body) as ListRecord;
  if (list.active === false) throw invalid('emailListId', 'inactive', 'names a list that is not active');
  return list;
}

type SegmentStep = Extract<SourceStep, { kind: 'segment' }>;
type PeopleModel = NonNullable<SegmentStep['model']>;

interface SegmentRecord {
  readonly name: string | null;
  readonly modelKey: string | null;
}

async function readSegment(context: Context, id: string): Promise<SegmentRecord> {
  const model = context.registry.find('marketing', 'segments');
  if (!model) throw new Error('the model marketing.segments is missing');
  const mayUse = context.caller.access.reach(model.scopes.write) !== undefined;
  const reader = mayUse ? withUseAccess(context, model) : context;
  const { body } = await invoke(reader, operations.get, model, { id, query: {} }).catch((error) => {
    throw error instanceof AppError
      ? invalid('segmentId', 'reference_not_found', `names ${id}, which is not a segment that you may read`)
      : error;
  });
  return JSON.parse(body) as SegmentRecord;
}

function stepsOf(
  { segmentIds, excludedSegmentIds }: Audience,
  lists: readonly ListRecord[],
  model: PeopleModel,
): SourceStep[] {
  const segments = [...lists.flatMap(({ segmentId }) => segmentId ?? []), ...segmentIds];
  return [
    ...lists.flatMap(({ _id }): SourceStep[] => [
      { kind: 'members', emailListId: _id },
      { kind: 'list', emailListId: _id },
    ]),
    ...segments.map((segmentId): SourceStep => ({ kind: 'segment', segmentId, excludedSegmentIds, model })),
  ];
}
