import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { idAt } from '#lib/ids.ts';

const keptForMs = 30 * 86_400_000;
/** Few enough that no claim waits for a deletion. */
const batch = 2000;

export const cleanDeliveries = defineJob({
  name: 'integrations.clean-deliveries',
  summary: 'Deletes entries of the delivery log that ended more than 30 days ago',
  input: Type.Object({}),
  cron: '23 2 * * *',
  async run({ services: { db } }, _input, { signal }) {
    const oldest = idAt(Date.now() - keptForMs);
    let deleted = batch;
    while (deleted > 0 && !signal.aborted) {
      // A share of each webhook in turn: ids carry their time, so each finds its oldest by index.
      deleted = await db.platform(async (tx) => {
        const rows = await tx.query(
          `delete from webhook_deliveries d using webhook_endpoints e, lateral (
             select o.id from webhook_deliveries o
             where o.tenant_id = e.tenant_id and o.webhook_id = e.webhook_id and o.id < $1::uuid
               and o.status in ('delivered', 'failed') and o.finished_at < now() - interval '${keptForMs} milliseconds'
             order by o.id limit ${batch}
           ) o where d.tenant_id = e.tenant_id and d.webhook_id = e.webhook_id and d.id = o.id returning 1`,
          [oldest],
        );
        return rows.length;
      });
    }
  },
});
