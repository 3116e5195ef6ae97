import type { TransactionContext } from '#core/context.ts';
import { sendSmsJob } from './jobs/send-sms.ts';

/** Sends the waiting messages of these channels. A channel without such messages has nothing to do. */
export async function resumeSms(
  within: TransactionContext,
  campaignId: string,
  channelIds: readonly string[],
): Promise<void> {
  for (const channelId of channelIds) await within.services.jobs.enqueue(within, sendSmsJob, { campaignId, channelId });
}
