import { Type } from 'typebox';
import { withAllAccess } from '#core/access/platform.ts';
import { inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { readCampaign } from '../campaign.ts';
import { planChannels } from '../plan-channels.ts';
import { enqueueStarts } from './start-channel.ts';

/** Plans the channels of a campaign, and starts each at its time. Channels that are already planned do not change. */
export const launchCampaignJob = defineJob({
  name: 'marketing.launch-campaign',
  summary: 'Plans and starts the channels of a campaign',
  input: Type.Object({ campaignId: Type.String({ format: 'uuid' }) }),
  key: ({ campaignId }) => campaignId,
  async run(context, { campaignId }) {
    await inTransaction(withAllAccess(context), async (within) => {
      const campaign = await readCampaign(within, campaignId);
      // The campaign may have been paused or completed since; `resume` enqueues the job again.
      if (campaign.status !== 'active') return;
      await enqueueStarts(within, await planChannels(within, campaignId));
    });
  },
});
