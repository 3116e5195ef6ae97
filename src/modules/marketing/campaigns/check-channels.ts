import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { checkCampaignEmail } from '../../communications/contract.ts';
import { unknownPlaceholders } from '../sms/contract.ts';
import { checkSegments } from './audience-people.ts';
import { marketingModel } from './campaign.ts';
import { channelsOf, isWaitingChannel } from './plan-channels.ts';
import { emailsOf } from './start-channel.ts';

/** Errors of a channel that refuse the launch. After any other error only that channel does not start, and shows it. */
const stopping: ReadonlySet<string> = new Set(['template_incomplete', 'segment_model_mismatch']);

/**
 * Refuses to launch a campaign whose messages have placeholders without a value, or would go to the wrong people. With
 * `allowMissing`, channels with such placeholders are marked, so that they are still sent at their time.
 */
export async function checkChannels(
  context: TransactionContext,
  campaign: RecordObject,
  allowMissing: boolean,
): Promise<void> {
  await checkSegments(context, campaign);
  const owner = await ownerContext(context, campaign);
  if (!owner) return;
  const campaignId = String(campaign._id);
  for (const channel of await waiting(context, 'campaignChannelEmails', campaignId)) {
    const problem = await problemOf(owner, campaign, channel);
    if (problem === undefined) continue;
    if (problem.code !== 'template_incomplete' || !allowMissing) throw named(problem, channel);
    const model = marketingModel(context, 'campaignChannelEmails');
    await invoke(withAllAccess(context), operations.update, model, {
      id: String(channel._id),
      record: { allowMissing: true },
    });
  }
  for (const channel of await waiting(context, 'campaignChannelSms', campaignId)) {
    await checkSegments(context, channel);
    const [unknown] = unknownPlaceholders(channel);
    if (unknown !== undefined) throw named(unknown, channel);
  }
}

async function waiting(
  context: TransactionContext,
  slug: 'campaignChannelEmails' | 'campaignChannelSms',
  campaignId: string,
): Promise<RecordObject[]> {
  const channels = await channelsOf(withAllAccess(context), slug, campaignId, undefined);
  return channels.filter(isWaitingChannel);
}

/** Channels start as the owner of the campaign. Without an active owner they fail when they start. */
async function ownerContext(
  context: TransactionContext,
  { ownerId }: RecordObject,
): Promise<TransactionContext | undefined> {
  const { services, caller, tx } = context;
  const owner = typeof ownerId === 'string' ? await services.directory.actor(caller.tenantId, ownerId, tx) : undefined;
  return owner && { ...context, caller: owner };
}

async function problemOf(
  owner: TransactionContext,
  campaign: RecordObject,
  channel: RecordObject,
): Promise<AppError | undefined> {
  try {
    await owner.tx.savepoint(() => owner.services.actions.run(owner, checkCampaignEmail, emailsOf(campaign, channel)));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return stopping.has(error.code) ? error : undefined;
  }
}

const named = ({ code, message, details }: AppError, { name, subject }: RecordObject): AppError =>
  new AppError(code, `The channel ${String(name || subject || '')} cannot be started. ${message}`, details);
