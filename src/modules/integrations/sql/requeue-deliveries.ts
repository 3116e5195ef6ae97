import type { TransactionContext } from '#core/context.ts';
import { type DeliveryRow, deliveryColumns } from './delivery-rows.ts';

const oneDelivery = 'd.tenant_id = $1::bigint and d.webhook_id = $2::uuid and d.id = $3::uuid';

/** Locks the row of a delivery, if it has one. A delivery that is being sent for the first time has no row yet. */
export async function lockDelivery(
  { tx, caller }: TransactionContext,
  webhookId: string,
  id: string,
): Promise<{ status: string } | undefined> {
  const key = [caller.tenantId, webhookId, id];
  const lock = () =>
    tx.query<{ status: string }>(`select d.status from webhook_deliveries d where ${oneDelivery} for update`, key);
  const [row] = await lock();
  if (row) return row;
  const [open] = await tx.query<{ status: string }>(
    `select d.status from webhook_delivery_log d where ${oneDelivery}`,
    key,
  );
  // The row may have been written between the two queries. Only a locked row may be changed.
  return open?.status === 'delivering' ? open : (await lock())[0];
}

/** Makes a delivery due. A failed delivery gets one more attempt, because its retries are used up. */
export async function requeueDelivery(
  { tx, caller, services }: TransactionContext,
  webhookId: string,
  id: string,
): Promise<DeliveryRow> {
  const [row] = await tx.query<DeliveryRow>(
    `update webhook_deliveries d set status = 'pending', next_at = now(), finished_at = null,
           tries = case when d.status = 'failed' then greatest(d.tries, $4::int) else d.tries end
         where ${oneDelivery} returning ${deliveryColumns}`,
    [caller.tenantId, webhookId, id, services.settings.webhooks.retryDelaysMs.length],
  );
  return row as DeliveryRow;
}

/** Makes all failed deliveries of events since a time due. Returns the number. */
export async function requeueFailed(
  { tx, caller }: TransactionContext,
  webhookId: string,
  since: Date,
): Promise<number> {
  const rows = await tx.query(
    `update webhook_deliveries d set status = 'pending', tries = 0, interruptions = 0, next_at = now(), finished_at = null
         where d.tenant_id = $1::bigint and d.webhook_id = $2::uuid and d.status = 'failed' and d.event_at >= $3::timestamptz
         returning 1`,
    [caller.tenantId, webhookId, since],
  );
  return rows.length;
}
