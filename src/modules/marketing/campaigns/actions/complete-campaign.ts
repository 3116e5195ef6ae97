import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { cancelPosts } from '../../social/contract.ts';
import { changeState } from '../campaign.ts';
import { changeMails } from '../change-mails.ts';
import { endChannels } from '../end-channels.ts';
import { refreshMembersJob } from '../jobs/refresh-members.ts';
import { campaignPath, stateAnswer, stateOf } from '../state-answer.ts';

export const completeCampaign = defineAction({
  name: 'marketing.completeCampaign',
  summary:
    'Completes a campaign: channels that have not started are cancelled, and so are mails, text messages and posts that are not sent yet',
  routes: [{ method: 'POST', path: '/api/marketing/campaigns/:id/complete' }],
  access: 'marketing:write',
  input: campaignPath,
  output: stateAnswer,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const values = () => ({ status: 'completed', completedAt: new Date().toISOString() });
      const campaign = await changeState(within, id, 'completed', ['active', 'paused'], values);
      await changeMails(within, id, 'cancel');
      await cancelPosts(within, id);
      await endChannels(within, id);
      await within.services.jobs.enqueue(within, refreshMembersJob, { campaignId: String(campaign._id) });
      return { body: stateOf(campaign) };
    }),
});
