import type { TransactionContext } from '#core/context.ts';
import { newId } from '#lib/ids.ts';
import { type DeliveryRow, deliveryColumns } from './delivery-rows.ts';

/** A delivery with its own body, of an event that is not in the events table. */
interface TestDelivery {
  readonly webhookId: string;
  readonly eventId: string;
  readonly type: string;
  readonly at: Date;
  readonly body: string;
}

export async function insertTestDelivery(
  { tx, caller }: TransactionContext,
  { webhookId, eventId, type, at, body }: TestDelivery,
): Promise<DeliveryRow> {
  const [row] = await tx.query<DeliveryRow>(
    `insert into webhook_deliveries as d (tenant_id, id, webhook_id, event_id, type, event_at, body)
         values ($1::bigint, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::timestamptz, $7::text) returning ${deliveryColumns}`,
    [caller.tenantId, newId(), webhookId, eventId, type, at, body],
  );
  return row as DeliveryRow;
}
