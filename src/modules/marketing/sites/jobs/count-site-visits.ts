import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { defineJob } from '#core/jobs/job.ts';
import { showCounts } from '../statistics/show-counts.ts';
import { forgetVisitors, tenantsToCount } from '../statistics/sql/site-visits.ts';

/** Statistics are exact at any time; the counters of records follow every ten minutes, because each change of them is an event. */
export const countSiteVisits = defineJob({
  name: 'marketing.count-site-visits',
  summary: 'Adds views of websites to the counters of their records, and forgets the visitors of past days',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '*/10 * * * *',
  async run({ services, requestId }, _input, { signal }) {
    const { db, directory } = services;
    await db.platform(forgetVisitors);
    for (const tenantId of await db.platform(tenantsToCount)) {
      const tenant = await directory.tenantById(tenantId);
      if (!tenant) continue;
      const registry = await directory.registry(tenantId);
      const context = { services, caller: systemCaller(tenantId, tenant.accountKey), registry, requestId };
      while (!signal.aborted && (await showCounts(context))) {}
    }
  },
});
