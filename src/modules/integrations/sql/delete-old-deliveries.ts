import type { Database } from '#db/database.ts';
import { idAt } from '#lib/ids.ts';

/**
 * Deletes up to `limit` deliveries of each webhook that ended more than `retentionMs` ago. Returns the number. Ids
 * contain the time, so that an index finds the oldest ones of a webhook.
 */
export const deleteOldDeliveries = (db: Database, retentionMs: number, limit: number): Promise<number> =>
  db.platform(async (tx) => {
    const rows = await tx.query(
      `delete from webhook_deliveries d using webhook_endpoints e, lateral (
             select o.id from webhook_deliveries o
             where o.tenant_id = e.tenant_id and o.webhook_id = e.webhook_id and o.id < $1::uuid
               and o.status in ('delivered', 'failed') and o.finished_at < now() - interval '${retentionMs} milliseconds'
             order by o.id limit ${limit}
           ) o where d.tenant_id = e.tenant_id and d.webhook_id = e.webhook_id and d.id = o.id returning 1`,
      [idAt(Date.now() - retentionMs)],
    );
    return rows.length;
  });
