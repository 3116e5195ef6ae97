import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { changeState } from '../campaign.ts';
import { checkChannels } from '../check-channels.ts';
import { launchCampaignJob } from '../jobs/launch-campaign.ts';
import { campaignPath, stateAnswer, stateOf } from '../state-answer.ts';

export const launchCampaign = defineAction({
  name: 'marketing.launchCampaign',
  summary:
    'Launches a campaign: starts the channels that the platform can start, each at its time, and plans the others as tasks',
  routes: [{ method: 'POST', path: '/api/marketing/campaigns/:id/launch' }],
  access: 'marketing:write',
  status: 202,
  input: Type.Object(
    {
      ...campaignPath.properties,
      allowMissing: Type.Optional(
        Type.Boolean({
          description: 'Launches although variables of templates have no value. Without it: 422 template_incomplete.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: stateAnswer,
  run: (context, { id, allowMissing = false }) =>
    inTransaction(context, async (within) => {
      const from = ['draft', 'planned', 'scheduled'];
      const values = () => ({ status: 'active', launchedAt: new Date().toISOString() });
      const campaign = await changeState(within, id, 'launched', from, values);
      await checkChannels(within, campaign, allowMissing);
      await within.services.jobs.enqueue(within, launchCampaignJob, { campaignId: String(campaign._id) });
      return { body: stateOf(campaign) };
    }),
});
