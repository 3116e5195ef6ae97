import type { Transaction } from '#db/database.ts';
import { plainArray } from '#db/params.ts';
import { notAttempted } from '../data/attempt.ts';
import type { DeliveryBatch, Lease, NewDelivery } from '../data/delivery.ts';

/** Maximum number of expired batches that one poll requeues. */
const maxExpired = 100;

/**
 * Claims deliveries when they are created. A batch is one row for all deliveries of a webhook that are claimed together, so
 * that each delivery is written once, with its result, instead of before it is sent and again after. Returns the batches by
 * webhook id.
 */
export async function insertBatches(
  tx: Transaction,
  { claim, durationMs }: Lease,
  deliveries: readonly NewDelivery[],
): Promise<Map<string, DeliveryBatch>> {
  const groups = [...Map.groupBy(deliveries, ({ reader }) => reader).entries()];
  if (groups.length === 0) return new Map();
  await tx.query(
    `insert into webhook_parcels (tenant_id, webhook_id, claim, until, size, entries)
     select g.tenant_id, g.webhook_id, $1::uuid, clock_timestamp() + $2::int * interval '1 millisecond', g.size, g.entries
     from rows from (unnest($3::bigint[], $4::uuid[], $5::int[]), json_array_elements($6::json))
       g(tenant_id, webhook_id, size, entries)`,
    [
      claim,
      durationMs,
      plainArray(groups.map(([{ tenantId }]) => tenantId)),
      plainArray(groups.map(([{ webhookId }]) => webhookId)),
      plainArray(groups.map(([, { length }]) => length)),
      JSON.stringify(groups.map(([, ofWebhook]) => ofWebhook.map(entryOf))),
    ],
  );
  return new Map(
    groups.map(([{ tenantId, webhookId }, { length }]) => [
      webhookId,
      { tenantId, webhookId, claim, openCount: length },
    ]),
  );
}

const entryOf = ({ id, event, type }: NewDelivery) => ({
  id,
  event_id: event.id,
  type,
  event_at: event.at,
  event_xid: event.xid,
  event_seq: event.seq,
});

/**
 * Deletes batches whose lease has expired, and makes their deliveries without a result due. `next_at` is truncated, not
 * rounded, to milliseconds: rounded up, it would be due only after the same poll has looked for due deliveries.
 */
export async function requeueExpiredBatches(tx: Transaction): Promise<void> {
  const interrupted = notAttempted('The process that was delivering it ended before the result was known.');
  await tx.query(
    `with expired as materialized (
      select p.ctid as tid from webhook_parcels p where p.until < clock_timestamp()
      order by p.tenant_id, p.webhook_id, p.claim limit ${maxExpired} for update skip locked
    ), deleted as (
      delete from webhook_parcels p using expired s where p.ctid = s.tid returning p.*
    )
    insert into webhook_deliveries (tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq, interruptions,
      attempts, next_at, created_at)
    select p.tenant_id, p.webhook_id, u.id, u.event_id, u.type, u.event_at, u.event_xid, u.event_seq, 1,
      jsonb_build_array($1::jsonb), date_trunc('milliseconds', now()), p.created_at
    from deleted p cross join lateral json_to_recordset(p.entries)
      u(id uuid, event_id uuid, type text, event_at timestamptz, event_xid xid8, event_seq bigint)
    on conflict do nothing`,
    [JSON.stringify(interrupted)],
  );
}
