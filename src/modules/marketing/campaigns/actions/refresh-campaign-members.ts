import { Type } from 'typebox';
import { defineAction, queuedAnswer } from '#core/action.ts';
import { readCampaign } from '../campaign.ts';
import { refreshMembersJob } from '../jobs/refresh-members.ts';
import { campaignPath } from '../state-answer.ts';

export const refreshCampaignMembers = defineAction({
  name: 'marketing.refreshCampaignMembers',
  summary: 'Writes the members of a campaign from its mails, text messages, submissions and audience, as a job',
  routes: [{ method: 'POST', path: '/api/marketing/campaigns/:id/refresh-members' }],
  access: 'marketing:write',
  status: 202,
  input: campaignPath,
  output: Type.Object({ jobId: Type.String({ format: 'uuid' }), status: Type.Literal('queued') }),
  async run(context, { id }) {
    const { _id } = await readCampaign(context, id);
    return queuedAnswer(await context.services.jobs.enqueue(context, refreshMembersJob, { campaignId: String(_id) }));
  },
});
