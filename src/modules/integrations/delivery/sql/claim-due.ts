import type { Transaction } from '#db/database.ts';
import type { Claimed, Endpoint, Lease } from '../delivery.ts';
import { withFormerValues } from '../trim-previous.ts';
import { nothingHidden } from '../visibility.ts';

/** A webhook to claim deliveries of, and how many this node could send now. */
export interface Wanted extends Endpoint {
  readonly most: number;
  /** Claims of this node that have ended, though the database still counts them. */
  readonly ended: number;
}

/** A delivery that was claimed, before it is known what the owner of its webhook may read. */
export interface DueClaim extends Claimed {
  readonly ownerId: string | null;
  /** The webhook names events about accounts. */
  readonly accounts: boolean;
}

/** What a claim found out about a webhook. */
export interface Looked extends Endpoint {
  /** Another node is claiming from it at this moment. */
  readonly taken: boolean;
  /** How many more could be in flight. */
  readonly room: number;
  readonly failing: boolean;
  readonly claimed: number;
}

interface Row extends Omit<DueClaim, 'id' | 'claim' | 'until' | 'parcel' | 'hidden' | 'refusal'> {
  readonly id: string | null;
  readonly taken: boolean;
  readonly failing: boolean;
  readonly room: number;
}

/** Claimed at once for one webhook, over all nodes; few for one that fails, so that the dead do not hold up the living. */
export const maxClaimed = 512;
const maxClaimedFailing = 4;

/** How many deliveries of a webhook are claimed, by whichever node. */
export const claimedOf = (webhook: string): string => `((
    select count(*) from webhook_deliveries f
    where f.tenant_id = ${webhook}.tenant_id and f.webhook_id = ${webhook}.webhook_id and f.claim is not null
  ) + (
    select coalesce(sum(p.size), 0) from webhook_parcels p
    where p.tenant_id = ${webhook}.tenant_id and p.webhook_id = ${webhook}.webhook_id
  ))`;

/** Bytes of a record, or of its state before, from which on it is `large`. */
export const largeFrom = 32_768;

/** The content of a large delivery. */
export async function readLarge(
  tx: Transaction,
  { tenantId, xid, seq, eventAt }: Claimed,
): Promise<Pick<Claimed, 'record' | 'previous'>> {
  const [row] = await tx.query<Pick<Claimed, 'record' | 'previous'>>(
    `select e.record::text as record, case when e.record is not null then e.previous::text end as previous from events e
     where e.tenant_id = $1::bigint and e.xid = $2::xid8 and e.seq = $3::bigint and e.occurred_at = $4::timestamptz`,
    [tenantId, xid, seq, eventAt],
  );
  return row ? withFormerValues(row) : { record: null, previous: null };
}

/**
 * Takes due deliveries, a share from each webhook whatever waits for others: each is looked up in its own stretch of an
 * index. One node at a time claims from a webhook, which makes the count of those in flight exact. The limit is written
 * out and the rows are changed where they were found, for a plan that knows neither reads the whole table.
 */
export async function claimDue(
  tx: Transaction,
  { claim, ms, until }: Lease,
  wanted: readonly Wanted[],
): Promise<{ due: DueClaim[]; looked: Looked[] }> {
  const rows = await tx.query<Row>(
    `with asked as materialized (
      select e.tenant_id, e.webhook_id, n.account_key, w.url, w.secret, e.failing_since is not null as failing,
        case when e.previous_until > now() then e.previous_secret end as previous_secret, w.owner_id,
        exists (select from unnest(w.events) p where starts_with(p, 'security.')) as accounts,
        not pg_try_advisory_xact_lock(hashtextextended(e.webhook_id::text, 4710004)) as taken, a.most, a.ended
      from unnest($3::bigint[], $4::uuid[], $5::int[], $6::int[]) a(tenant_id, webhook_id, most, ended)
      join webhook_endpoints e on e.tenant_id = a.tenant_id and e.webhook_id = a.webhook_id
      join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
      join tenants n on n.id = e.tenant_id
      where w.active and n.status = 'active'
    ), open as materialized (
      select a.*, case when a.taken then 0 else
        greatest(0, case when a.failing then ${maxClaimedFailing} else ${maxClaimed} end + a.ended - ${claimedOf('a')})
        end::int as room
      from asked a
    ), due as materialized (
      select d.place from open o cross join lateral (
        select d.place, row_number() over () as n from (
          select d.ctid as place from webhook_deliveries d
          where d.tenant_id = o.tenant_id and d.webhook_id = o.webhook_id and d.claim is null
            and d.next_at <= now()
          order by d.next_at, d.id limit ${maxClaimed} for update skip locked
        ) d
      ) d where d.n <= least(o.room, o.most)
    ), claimed as (
      update webhook_deliveries d set status = 'delivering', claim = $1::uuid,
        next_at = clock_timestamp() + $2::int * interval '1 millisecond'
      from due where d.ctid = due.place
      returning d.tenant_id, d.webhook_id, d.id, d.tries, d.event_id, d.type, d.event_at, d.event_xid, d.event_seq, d.body
    )
    select o.tenant_id as "tenantId", o.webhook_id as "webhookId", o.account_key as "accountKey", o.url, o.secret,
      o.previous_secret as "previousSecret", o.owner_id as "ownerId", o.accounts, o.failing, o.taken, o.room, c.id, c.tries, c.event_id as "eventId", c.type,
      c.event_at as "eventAt", c.event_xid::text as xid, c.event_seq as seq, c.body, e.record_id as "recordId", e.record, e.previous, coalesce(e.large, false) as large, coalesce(e.type <> c.type, false) as restored, coalesce(e.kept, c.body is not null) as kept
    from open o left join claimed c on c.tenant_id = o.tenant_id and c.webhook_id = o.webhook_id
    left join lateral (
      select e.record_id, e.type, case when not e.large then e.record::text end as record,
        case when not e.large and e.record is not null then e.previous::text end as previous, e.large, true as kept from (
        select e.record_id, e.type, e.record, e.previous,
          coalesce(e.record is not null and greatest(octet_length(e.record::text), octet_length(e.previous::text)) > ${largeFrom}, false)
            as large
        from events e
        where e.tenant_id = c.tenant_id and e.xid = c.event_xid and e.seq = c.event_seq and e.occurred_at = c.event_at limit 1
      ) e
    ) e on true`,
    [
      claim,
      ms,
      wanted.map(({ tenantId }) => tenantId),
      wanted.map(({ webhookId }) => webhookId),
      wanted.map(({ most }) => most),
      wanted.map(({ ended }) => ended),
    ],
  );
  const due = rows.flatMap(({ id, taken, failing, room, ...row }) =>
    id === null
      ? []
      : [{ ...withFormerValues(row), id, claim, until, parcel: null, hidden: nothingHidden, refusal: null }],
  );
  const looked = [...Map.groupBy(rows, ({ webhookId }) => webhookId).values()].map((some) => {
    const { tenantId, webhookId, taken, room, failing } = some[0] as Row;
    const count = some.filter(({ id }) => id !== null).length;
    return { tenantId, webhookId, taken, room, failing, claimed: count };
  });
  return { due, looked };
}
