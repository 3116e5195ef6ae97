import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { pausePosts } from '../../social/contract.ts';
import { changeState } from '../campaign.ts';
import { changeMails } from '../change-mails.ts';
import { campaignPath, stateAnswer, stateOf } from '../state-answer.ts';

export const pauseCampaign = defineAction({
  name: 'marketing.pauseCampaign',
  summary:
    'Pauses a campaign: channels that have not started wait, and so do mails, text messages and posts that are not sent yet',
  routes: [{ method: 'POST', path: '/api/marketing/campaigns/:id/pause' }],
  access: 'marketing:write',
  input: campaignPath,
  output: stateAnswer,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const campaign = await changeState(within, id, 'paused', ['active'], () => ({ status: 'paused' }));
      await changeMails(within, id, 'pause');
      await pausePosts(within, id);
      return { body: stateOf(campaign) };
    }),
});
