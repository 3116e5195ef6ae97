import type { TransactionContext } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { sendCampaignEmail } from '../../communications/contract.ts';
import { publishWebsite } from '../sites/contract.ts';
import { startSms } from '../sms/contract.ts';
import { publishSocialPost } from '../social/contract.ts';
import { smsPeople } from './audience-people.ts';
import { marketingModel } from './campaign.ts';
import type { Run } from './sql/runs.ts';

/** The result of starting a channel: the platform started it, or a task asks a person to do it. */
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

const idsIn = (value: RecordObject[string] | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The mails to send for a channel, to its own audience, or to that of its campaign when it has none. */
export function emailsOf(campaign: RecordObject, channel: RecordObject) {
  const audience = {
    emailListIds: typeof channel.emailListId === 'string' ? [channel.emailListId] : [],
    segmentIds: idsIn(channel.segmentIds),
    excludedSegmentIds: idsIn(channel.excludedSegmentIds),
  };
  const isOwn = audience.emailListIds.length + audience.segmentIds.length > 0;
  const { fromEmail, fromName } = channel;
  const from = typeof fromEmail === 'string' && fromEmail !== '' ? fromEmail : undefined;
  return {
    campaignId: String(campaign._id),
    campaignChannelId: String(channel._id),
    ...(isOwn && { audience }),
    ...given(channel, ['subject', 'templateId', 'replyTo', 'trackOpens', 'trackClicks', 'variables', 'allowMissing']),
    ...(channel.templateId ? {} : given(channel, ['html', 'text'])),
    ...(from !== undefined && { from: fromName ? `${String(fromName)} <${from}>` : from }),
  };
}

const startEmails: Start = async (context, campaign, channel) => {
  const { batchId } = await context.services.actions.run(context, sendCampaignEmail, emailsOf(campaign, channel));
  return { status: 'started', startedId: batchId };
};

/** Posts need a connection. Without one, a task asks a person to post. */
const startSocial: Start = async (context, campaign, channel) => {
  if (typeof channel.connectionId !== 'string' || channel.connectionId === '') return undefined;
  const post = await context.services.actions.run(context, publishSocialPost, {
    ...given(channel, ['linkUrl']),
    connectionId: channel.connectionId,
    content: String(channel.content ?? ''),
    campaignId: String(campaign._id),
    channelId: String(channel._id),
  });
  return { status: 'started', startedId: post._id };
};

const startWebContent: Start = async (context, _campaign, channel) => {
  if (typeof channel.websiteId !== 'string' || typeof channel.webPageId !== 'string') return undefined;
  const input = { websiteId: channel.websiteId, pageIds: [channel.webPageId] };
  const { jobId } = await context.services.actions.run(context, publishWebsite, input);
  return { status: 'started', startedId: jobId };
};

const sendSms: Start = async (context, campaign, channel) =>
  (await startSms(context, String(campaign._id), channel, smsPeople(context, campaign, channel)))
    ? { status: 'started', startedId: null }
    : undefined;

/** Channels that the platform starts automatically. Others become tasks. */
const starts: Partial<Record<Run['model'], Start>> = {
  campaignChannelEmails: startEmails,
  campaignChannelSms: sendSms,
  campaignChannelSocial: startSocial,
  campaignChannelWebContent: startWebContent,
};

/**
 * Starts a channel with the permissions of the owner of the campaign, in the transaction that also marks it as started.
 */
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

/** Adds a task for the owner of the campaign, due on the day when the channel starts. */
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
