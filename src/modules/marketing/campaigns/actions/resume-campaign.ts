import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { resumeSms } from '../../sms/contract.ts';
import { resumePosts } from '../../social/contract.ts';
import { changeState } from '../campaign.ts';
import { changeMails } from '../change-mails.ts';
import { launchCampaignJob } from '../jobs/launch-campaign.ts';
import { campaignPath, stateAnswer, stateOf } from '../state-answer.ts';

export const resumeCampaign = defineAction({
  name: 'marketing.resumeCampaign',
  summary: 'Resumes a paused campaign',
  routes: [{ method: 'POST', path: '/api/marketing/campaigns/:id/resume' }],
  access: 'marketing:write',
  status: 202,
  input: campaignPath,
  output: stateAnswer,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const campaign = await changeState(within, id, 'resumed', ['paused'], () => ({ status: 'active' }));
      await changeMails(within, id, 'resume');
      await resumeSms(within, id);
      await resumePosts(within, id);
      await within.services.jobs.enqueue(within, launchCampaignJob, { campaignId: String(campaign._id) });
      return { body: stateOf(campaign) };
    }),
});
