import type { TransactionContext } from '#core/context.ts';
import { readRuns } from '../campaigns/sql/runs.ts';
import { sendSmsJob } from '../jobs/send-sms.ts';

/** Goes on with the messages that wait. A channel without such messages has nothing to do. */
export async function resumeSms(within: TransactionContext, campaignId: string): Promise<void> {
  for (const { model, channelId } of await readRuns(within.tx, within.caller.tenantId, campaignId, 'started'))
    if (model === 'campaignChannelSms')
      await within.services.jobs.enqueue(within, sendSmsJob, { campaignId, channelId });
}
