import type { TransactionContext } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { marketingModel } from './campaign.ts';
import { type ChannelSlug, channelSlugs } from './sql/campaign-channels.ts';
import { addRuns, type Run } from './sql/runs.ts';
import { startFields, startTime } from './start-time.ts';

/** A launch does not start channels in these states. */
const ended: ReadonlySet<unknown> = new Set(['running', 'completed', 'cancelled', 'failed']);

export const isWaitingChannel = ({ status }: RecordObject): boolean => !ended.has(status);
const pageSize = 200;

/** Adds a run for each channel of a campaign that has none. Returns the runs that wait to be started. */
export async function planChannels(context: TransactionContext, campaignId: string): Promise<Run[]> {
  const channels: { id: string; model: ChannelSlug; at: string | null }[] = [];
  for (const model of channelSlugs) {
    for (const channel of await channelsOf(context, model, campaignId, ['_id', 'status', ...startFields])) {
      if (!isWaitingChannel(channel)) continue;
      channels.push({ id: String(channel._id), model, at: startTime(channel) });
    }
  }
  return addRuns(context.tx, context.caller.tenantId, campaignId, channels);
}

/**
 * Reads all channels of one kind. Call it with a context of the platform, because access is checked for the campaign,
 * not for its channels.
 */
export async function channelsOf(
  context: TransactionContext,
  slug: ChannelSlug,
  campaignId: string,
  fields: readonly string[] | undefined,
): Promise<RecordObject[]> {
  const found: RecordObject[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = {
      filter: { campaignId: { eq: campaignId } },
      ...(fields && { fields }),
      limit: pageSize,
      count: 'none',
      ...(cursor !== '' && { cursor }),
    };
    const { body } = await invoke(context, operations.list, marketingModel(context, slug), { query: () => query });
    const page = JSON.parse(body) as { data: RecordObject[]; meta: { nextCursor: string | null } };
    found.push(...page.data);
    cursor = page.meta.nextCursor;
  }
  return found;
}
