import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { changeState } from '../../campaigns/campaign.ts';
import { campaignPath, stateAnswer, stateOf } from '../../campaigns/state-answer.ts';
import { launchCampaignJob } from '../../jobs/launch-campaign.ts';

export const launchCampaign = defineAction({
  name: 'marketing.launchCampaign',
  summary:
    'Launches a campaign: starts the channels that the platform can start, each at its time, and plans the others as tasks',
  routes: [{ method: 'POST', path: '/api/marketing/campaigns/:id/launch' }],
  access: 'marketing:write',
  status: 202,
  input: campaignPath,
  output: stateAnswer,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const from = ['draft', 'planned', 'scheduled'];
      const values = () => ({ status: 'active', launchedAt: new Date().toISOString() });
      const campaign = await changeState(within, id, 'launched', from, values);
      await within.services.jobs.enqueue(within, launchCampaignJob, { campaignId: String(campaign._id) });
      return { body: stateOf(campaign) };
    }),
});
