import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { changeState } from '../../campaigns/campaign.ts';
import { changeMails } from '../../campaigns/change-mails.ts';
import { campaignPath, stateAnswer, stateOf } from '../../campaigns/state-answer.ts';
import { launchCampaignJob } from '../../jobs/launch-campaign.ts';
import { resumeSms } from '../../sms/resume-sms.ts';
import { resumePosts } from '../../social/posts/pause-posts.ts';

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
