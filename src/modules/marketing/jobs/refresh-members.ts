import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { withAllAccess } from '../campaigns/campaign.ts';
import { refreshMembers } from '../campaigns/refresh-members.ts';

export const refreshMembersJob = defineJob({
  name: 'marketing.refresh-members',
  summary: 'Writes the members of a campaign from its mails and submissions',
  input: Type.Object({ campaignId: Type.String({ format: 'uuid' }) }),
  key: ({ campaignId }) => campaignId,
  run: (context, { campaignId }, { signal }) => refreshMembers(withAllAccess(context), campaignId, signal),
});
