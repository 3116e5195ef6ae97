import type { Transaction } from '#db/database.ts';
import { plainArray } from '#db/params.ts';
import { notAttempted } from '../attempt.ts';
import type { Lease, NewDelivery, Parcel } from '../delivery.ts';

/** Parcels that are unpacked in one go. */
const maxAtOnce = 100;

/**
 * Claims deliveries as they are made. A parcel is one row for all that is taken of a webhook in one go, so that each
 * delivery is written once, with its result, rather than before it is sent and again after.
 */
export async function makeParcels(
  tx: Transaction,
  { claim, ms }: Lease,
  made: readonly NewDelivery[],
): Promise<Map<string, Parcel>> {
  const groups = [...Map.groupBy(made, ({ reader }) => reader).entries()];
  if (groups.length === 0) return new Map();
  await tx.query(
    `insert into webhook_parcels (tenant_id, webhook_id, claim, until, size, entries)
     select g.tenant_id, g.webhook_id, $1::uuid, clock_timestamp() + $2::int * interval '1 millisecond', g.size, g.entries
     from rows from (unnest($3::bigint[], $4::uuid[], $5::int[]), json_array_elements($6::json))
       g(tenant_id, webhook_id, size, entries)`,
    [
      claim,
      ms,
      plainArray(groups.map(([{ tenantId }]) => tenantId)),
      plainArray(groups.map(([{ webhookId }]) => webhookId)),
      plainArray(groups.map(([, { length }]) => length)),
      JSON.stringify(groups.map(([, some]) => some.map(entryOf))),
    ],
  );
  return new Map(
    groups.map(([{ tenantId, webhookId }, { length }]) => [webhookId, { tenantId, webhookId, claim, left: length }]),
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
 * What a node that did not come back within its lease had in parcels and did not finish is due again. Its time is cut, not
 * rounded, to milliseconds: it would otherwise be due a moment after this survey looks.
 */
export async function unpackLapsed(tx: Transaction): Promise<void> {
  const interrupted = notAttempted('The process that was delivering it ended before the result was known.');
  await tx.query(
    `with silent as materialized (
      select p.ctid as place from webhook_parcels p where p.until < clock_timestamp()
      order by p.tenant_id, p.webhook_id, p.claim limit ${maxAtOnce} for update skip locked
    ), lapsed as (
      delete from webhook_parcels p using silent s where p.ctid = s.place returning p.*
    )
    insert into webhook_deliveries (tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq, interruptions,
      attempts, next_at, created_at)
    select p.tenant_id, p.webhook_id, u.id, u.event_id, u.type, u.event_at, u.event_xid, u.event_seq, 1,
      jsonb_build_array($1::jsonb), date_trunc('milliseconds', now()), p.created_at
    from lapsed p cross join lateral json_to_recordset(p.entries)
      u(id uuid, event_id uuid, type text, event_at timestamptz, event_xid xid8, event_seq bigint)
    on conflict do nothing`,
    [JSON.stringify(interrupted)],
  );
}
