import { Type } from 'typebox';
import { withAllAccess } from '#core/access/platform.ts';
import { defineJob } from '#core/jobs/job.ts';
import { planMembers } from '../plan-members.ts';
import { refreshMembers } from '../refresh-members.ts';

export const refreshMembersJob = defineJob({
  name: 'marketing.refresh-members',
  summary: 'Writes the members of a campaign from its mails, text messages, submissions and audience',
  input: Type.Object({ campaignId: Type.String({ format: 'uuid' }) }),
  key: ({ campaignId }) => campaignId,
  async run(given, { campaignId }, { signal }) {
    const context = withAllAccess(given);
    await refreshMembers(context, campaignId, signal);
    await planMembers(context, campaignId);
  },
});
