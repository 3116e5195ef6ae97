import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { marketingModel } from './campaign.ts';
import type { Run } from './sql/runs.ts';

/** What was started for a channel: by the platform, or as a task for people. */
export interface Started {
  readonly status: 'started' | 'task';
  readonly startedId: string | null;
}

type Start = (
  context: TransactionContext,
  campaign: RecordObject,
  channel: RecordObject,
) => Promise<Started | undefined>;

const given = (record: RecordObject, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    keys.flatMap((key) =>
      record[key] === null || record[key] === undefined || record[key] === '' ? [] : [[key, record[key]]],
    ),
  );

const idsIn = (value: RecordObject[string] | undefined): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Mails go to the audience of the channel, or to that of its campaign when it has none. */
const startEmails: Start = async (context, campaign, channel) => {
  const audience = {
    emailListIds: typeof channel.emailListId === 'string' ? [channel.emailListId] : [],
    segmentIds: idsIn(channel.segmentIds),
    excludedSegmentIds: idsIn(channel.excludedSegmentIds),
  };
  const isOwn = audience.emailListIds.length + audience.segmentIds.length > 0;
  const { fromEmail, fromName } = channel;
  const from = typeof fromEmail === 'string' && fromEmail !== '' ? fromEmail : undefined;
  const answer = await run(context, 'communications.sendCampaignEmail', {
    campaignId: campaign._id,
    ...(isOwn && { audience }),
    ...given(channel, ['subject', 'templateId', 'replyTo', 'trackOpens', 'trackClicks']),
    ...(channel.templateId ? {} : given(channel, ['html', 'text'])),
    ...(from !== undefined && { from: fromName ? `${String(fromName)} <${from}>` : from }),
  });
  return { status: 'started', startedId: String(answer.batchId) };
};

/** Posts need a connection; without one a person has to post. */
const startSocial: Start = async (context, campaign, channel) => {
  if (typeof channel.connectionId !== 'string' || channel.connectionId === '') return undefined;
  if (!context.services.actions.has('marketing.publishSocialPost')) return undefined;
  const post = await run(context, 'marketing.publishSocialPost', {
    ...given(channel, ['connectionId', 'content', 'linkUrl']),
    campaignId: campaign._id,
    channelId: channel._id,
  });
  return { status: 'started', startedId: String(post._id) };
};

const startWebContent: Start = async (context, _campaign, channel) => {
  if (typeof channel.websiteId !== 'string' || typeof channel.webPageId !== 'string') return undefined;
  if (!context.services.actions.has('marketing.publishWebsite')) return undefined;
  const job = await run(context, 'marketing.publishWebsite', {
    websiteId: channel.websiteId,
    pageIds: [channel.webPageId],
  });
  return { status: 'started', startedId: String(job.jobId) };
};

/** What the platform can do by itself. Other channels are tasks. */
const starts: Partial<Record<Run['model'], Start>> = {
  campaignChannelEmails: startEmails,
  campaignChannelSocial: startSocial,
  campaignChannelWebContent: startWebContent,
};

/** Starts a channel for the owner of the campaign, in the transaction that also says that it is started. */
export async function startChannel(context: TransactionContext, campaign: RecordObject, row: Run): Promise<Started> {
  const model = marketingModel(context, row.model);
  const { body } = await invoke(context, operations.get, model, { id: row.channelId, query: {} });
  const channel = JSON.parse(body) as RecordObject;
  const started = await starts[row.model]?.(context, campaign, channel);
  const result = started ?? { status: 'task' as const, startedId: await addTask(context, campaign, channel, row) };
  const status = result.status === 'task' ? 'scheduled' : 'running';
  await invoke(context, operations.update, model, { id: row.channelId, record: { status } });
  return result;
}

/** A task of the channel for the owner of the campaign, due on the day when the channel starts. */
async function addTask(
  context: TransactionContext,
  campaign: RecordObject,
  channel: RecordObject,
  { model, dueAt }: Run,
): Promise<string> {
  const tasks = context.registry
    .inbound(marketingModel(context, model))
    .find(({ model: child }) => child.slug.endsWith('Tasks'));
  if (!tasks) throw new Error(`${model} has no tasks`);
  const name = String(channel.name || channel.title || channel.headline || campaign.name);
  const record = {
    [tasks.field.key]: channel._id,
    title: `Start: ${name}`.slice(0, 250),
    description: `The campaign ${String(campaign.name)} is launched. This channel cannot be started by the platform.`,
    dueDate: dueAt.toISOString().slice(0, 10),
    assignedUserId: context.caller.userId,
  };
  return (await invoke(context, operations.create, tasks.model, { record })).id;
}

async function run(
  context: TransactionContext,
  action: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await context.services.actions.run(context, action, input);
  if (answer === null || typeof answer !== 'object') throw new AppError('internal', `${action} answered nothing.`);
  return answer as Readonly<Record<string, unknown>>;
}
