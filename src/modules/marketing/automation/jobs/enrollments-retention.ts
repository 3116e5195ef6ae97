import { Type } from 'typebox';
import { asPlatform, tenantContext } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { removeAll } from '#core/operations/remove.ts';
import { enrollmentsModel } from '../model-names.ts';
import {
  deleteLogs,
  lockEndedLongAgo,
  removeDeletedWorkflows,
  removeForgotten,
  tenantsWithWorkflows,
} from '../sql/old-rows.ts';
import { addTotals } from '../sql/totals.ts';

/** The maximum of enrollments that one transaction removes. */
const batchSize = 500;

/** The setting of events is used, because a deleted enrollment can be restored as long as its events are kept. */
export const enrollmentsRetention = defineJob({
  name: 'marketing.enrollments-retention',
  summary:
    'Removes enrollments in workflows that ended longer ago than EVENT_RETENTION, with their logs; statistics keep them',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '37 3 * * *',
  async run({ services }, _input, { signal }) {
    for (const tenantId of await tenantsWithWorkflows(services.db)) {
      const tenant = await services.directory.tenantById(tenantId);
      if (!tenant) continue;
      const context = await tenantContext(services, { tenantId, accountKey: tenant.accountKey });
      await cleanTenant(context, signal);
    }
  },
});

async function cleanTenant(context: Context, signal: AbortSignal): Promise<void> {
  const { tenantId } = context.caller;
  const { eventRetentionMs } = context.services.settings;
  while ((await removeEnded(context, eventRetentionMs)) === batchSize) signal.throwIfAborted();
  while (!(await inTransaction(context, ({ tx }) => removeForgotten(tx, tenantId, eventRetentionMs))))
    signal.throwIfAborted();
  await inTransaction(context, ({ tx }) => removeDeletedWorkflows(tx, tenantId, eventRetentionMs));
}

/** Removes some enrollments. The totals are written in the same transaction, so that statistics count each once. */
const removeEnded = (context: Context, retentionMs: number): Promise<number> =>
  inTransaction(asPlatform(context), async (within) => {
    const { tx, caller } = within;
    const ids = await lockEndedLongAgo(tx, caller.tenantId, retentionMs, batchSize);
    if (ids.length === 0) return 0;
    await addTotals(tx, caller.tenantId, ids);
    await removeAll(within, enrollmentsModel(within), ids);
    await deleteLogs(tx, caller.tenantId, ids);
    return ids.length;
  });
