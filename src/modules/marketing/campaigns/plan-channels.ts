import type { TransactionContext } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { marketingModel } from './campaign.ts';
import { type ChannelSlug, channelSlugs } from './channel-slugs.ts';
import { addRuns, type Run } from './sql/runs.ts';
import { startFields, startTime } from './start-time.ts';

/** Channels in these states are not started by a launch. */
const ended: ReadonlySet<unknown> = new Set(['running', 'completed', 'cancelled', 'failed']);
const pageSize = 200;

/** Makes a row for each channel of a campaign that has none. Returns those that wait to be started. */
export async function planChannels(context: TransactionContext, campaignId: string): Promise<Run[]> {
  const channels: { id: string; model: ChannelSlug; at: string | null }[] = [];
  for (const model of channelSlugs) {
    for (const channel of await channelsOf(context, model, campaignId)) {
      if (ended.has(channel.status)) continue;
      channels.push({ id: String(channel._id), model, at: startTime(channel) });
    }
  }
  return addRuns(context.tx, context.caller.tenantId, campaignId, channels);
}

/** All channels of one kind, as the platform sees them: their campaign was found for the caller. */
async function channelsOf(context: TransactionContext, slug: ChannelSlug, campaignId: string): Promise<RecordObject[]> {
  const found: RecordObject[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = {
      filter: { campaignId: { eq: campaignId } },
      fields: ['_id', 'status', ...startFields],
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
