import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { defineJob } from '#core/jobs/job.ts';
import { planMembers } from '../plan-members.ts';
import { refreshMembers } from '../refresh-members.ts';
import { activeCampaigns, tenantsWithCampaigns } from '../sql/planned-members.ts';

/**
 * Refreshes the members of active campaigns, because contacts enter segments and lists, open mails and submit forms.
 */
export const refreshActiveCampaigns = defineJob({
  name: 'marketing.refresh-active-campaigns',
  summary: 'Writes the members of campaigns that run, from their mails, text messages, submissions and audiences',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '*/5 * * * *',
  async run({ services, requestId }, _input, { signal }) {
    const { db, directory, log } = services;
    for (const tenantId of await db.platform(tenantsWithCampaigns)) {
      const tenant = await directory.tenantById(tenantId);
      if (!tenant) continue;
      const registry = await directory.registry(tenantId);
      const context = { services, caller: systemCaller(tenantId, tenant.accountKey), registry, requestId };
      for (const id of await inTransaction(context, ({ tx }) => activeCampaigns(tx, tenantId))) {
        if (signal.aborted) return;
        try {
          await refreshMembers(context, id, signal);
          await planMembers(context, id);
        } catch (error) {
          // A segment that cannot be read must not stop the refresh of other campaigns.
          if (!(error instanceof AppError)) throw error;
          log.warn(`members of the campaign ${id} could not be refreshed: ${error.message}`);
        }
      }
    }
  },
});
