import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { cancelMessages } from '../sms/contract.ts';
import { marketingModel } from './campaign.ts';
import { channelSlugs } from './sql/campaign-channels.ts';
import { cancelWaiting, type Run, readRuns } from './sql/runs.ts';

/** Cancels waiting channels, and completes started ones. */
export async function endChannels(within: TransactionContext, campaignId: string): Promise<void> {
  const { tx, caller } = within;
  const waiting = await readRuns(tx, caller.tenantId, campaignId, 'waiting');
  const started = await readRuns(tx, caller.tenantId, campaignId, 'started');
  await cancelWaiting(tx, caller.tenantId, campaignId);
  await cancelMessages(tx, caller.tenantId, campaignId);
  for (const slug of channelSlugs) {
    const rows = [...rowsOf(waiting, slug, 'cancelled'), ...rowsOf(started, slug, 'completed')];
    if (rows.length > 0) await updateMany(within, marketingModel(within, slug), rows, { withoutHooks: true });
  }
}

const rowsOf = (runs: readonly Run[], slug: string, status: string) =>
  runs.filter(({ model }) => model === slug).map(({ channelId }) => ({ id: channelId, values: { status } }));
