import type { Transaction } from '#db/database.ts';
import { plainArray } from '#db/params.ts';
import { notAttempted } from './attempt.ts';
import type { Lease } from './claims.ts';
import type { NewDelivery } from './matching-statements.ts';

/** Parcels that are unpacked in one go. */
const mostAtOnce = 100;

/**
 * Claims deliveries as they are made. A parcel is one row for all that is taken of a webhook in one go, so that each
 * delivery is written once, with its result, rather than before it is sent and again after.
 */
export async function makeParcels(tx: Transaction, { claim, ms }: Lease, made: readonly NewDelivery[]): Promise<void> {
  if (made.length === 0) return;
  await tx.query(
    `insert into webhook_parcels (tenant_id, webhook_id, claim, until, ids, event_ids, types, event_times, event_xids, event_seqs)
     select g.tenant_id, g.webhook_id, $1::uuid, clock_timestamp() + $2::int * interval '1 millisecond', array_agg(g.id),
       array_agg(g.event_id), array_agg(g.type), array_agg(g.event_at), array_agg(g.event_xid), array_agg(g.event_seq)
     from unnest($3::bigint[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::timestamptz[], $9::xid8[], $10::bigint[])
       g(tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq)
     group by g.tenant_id, g.webhook_id`,
    [claim, ms, ...columnsOf(made)],
  );
}

/** As lists for `unnest`, in the order of the columns that every delivery has. */
export const columnsOf = (made: readonly NewDelivery[]): unknown[] => [
  plainArray(made.map(({ reader }) => reader.tenantId)),
  plainArray(made.map(({ reader }) => reader.webhookId)),
  plainArray(made.map(({ id }) => id)),
  plainArray(made.map(({ event }) => event.id)),
  made.map(({ event }) => event.type),
  plainArray(made.map(({ event }) => event.at.toISOString())),
  plainArray(made.map(({ event }) => event.xid)),
  plainArray(made.map(({ event }) => event.seq)),
];

/** What a node that did not come back within its lease had in parcels and did not finish is due again. */
export async function unpackLapsed(tx: Transaction): Promise<void> {
  const interrupted = notAttempted('The process that was delivering it ended before the result was known.');
  await tx.query(
    `with silent as materialized (
      select p.ctid as place from webhook_parcels p where p.until < clock_timestamp()
      order by p.tenant_id, p.webhook_id, p.claim limit ${mostAtOnce} for update skip locked
    ), lapsed as (
      delete from webhook_parcels p using silent s where p.ctid = s.place returning p.*
    )
    insert into webhook_deliveries (tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq, interruptions,
      attempts, created_at)
    select p.tenant_id, p.webhook_id, u.id, u.event_id, u.type, u.event_at, u.event_xid, u.event_seq, 1,
      jsonb_build_array($1::jsonb), p.created_at
    from lapsed p cross join lateral unnest(p.ids, p.event_ids, p.types, p.event_times, p.event_xids, p.event_seqs)
      u(id, event_id, type, event_at, event_xid, event_seq)
    on conflict do nothing`,
    [JSON.stringify(interrupted)],
  );
}
