import type { Transaction } from '#db/database.ts';
import type { Attempt } from './attempt.ts';
import type { Endpoint } from './matching-statements.ts';

/** A webhook to claim deliveries of, and how many this node could send now. */
export interface Wanted extends Endpoint {
  readonly most: number;
  /** Claims of this node that are done with, though the database does not know it yet. */
  readonly unwritten: number;
}

/** A delivery that is ours until the lease ends. */
export interface Claimed extends Endpoint {
  readonly id: string;
  readonly claim: string;
  readonly tries: number;
  readonly accountKey: string;
  readonly url: string;
  /** As they are stored: encrypted. */
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly failing: boolean;
  readonly eventId: string;
  readonly type: string;
  readonly eventAt: Date;
  /** The body itself, of an event that is not in the spine. */
  readonly body: string | null;
  readonly recordId: string | null;
  /** JSON text; null for a deletion, and for one that is `large`. */
  readonly record: string | null;
  /** Too large to be kept until its turn comes: to be read when it is sent. */
  readonly large: boolean;
  /** False when the spine no longer has the event. */
  readonly kept: boolean;
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

interface Row extends Omit<Claimed, 'id' | 'claim'> {
  readonly id: string | null;
  readonly taken: boolean;
  readonly room: number;
}

/** Claimed at once for one webhook, over all nodes; few for one that fails, so that the dead do not hold up the living. */
export const mostClaimed = 256;
const mostClaimedFailing = 4;

/** Bytes of a record from which on it is `large`. */
export const largeFrom = 65_536;

/** The record of a large delivery. */
export async function readLarge(tx: Transaction, { tenantId, webhookId, id }: Claimed): Promise<string | null> {
  const [row] = await tx.query<{ record: string | null }>(
    `select e.record::text as record from webhook_deliveries d
     join events e on e.tenant_id = d.tenant_id and e.xid = d.event_xid and e.seq = d.event_seq and e.occurred_at = d.event_at
     where d.tenant_id = $1::bigint and d.webhook_id = $2::uuid and d.id = $3::uuid`,
    [tenantId, webhookId, id],
  );
  return row?.record ?? null;
}

/**
 * Takes due deliveries, a share from each webhook whatever waits for others: each is looked up in its own stretch of an
 * index. One node at a time claims from a webhook, which makes the count of those in flight exact. The limit is written
 * out and the rows are changed where they were found, for a plan that knows neither reads the whole table.
 */
export async function claimDue(
  tx: Transaction,
  claim: string,
  leaseMs: number,
  wanted: readonly Wanted[],
): Promise<{ claimed: Claimed[]; looked: Looked[] }> {
  const rows = await tx.query<Row>(
    `with asked as materialized (
      select e.tenant_id, e.webhook_id, n.account_key, w.url, w.secret, e.failing_since is not null as failing,
        case when e.previous_until > now() then e.previous_secret end as previous_secret,
        not pg_try_advisory_xact_lock(hashtextextended(e.webhook_id::text, 4710004)) as taken, a.most, a.unwritten
      from unnest($3::bigint[], $4::uuid[], $5::int[], $6::int[]) a(tenant_id, webhook_id, most, unwritten)
      join webhook_endpoints e on e.tenant_id = a.tenant_id and e.webhook_id = a.webhook_id
      join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
      join tenants n on n.id = e.tenant_id
      where w.active and n.status = 'active'
    ), open as materialized (
      select a.*, case when a.taken then 0 else greatest(0, case when a.failing then ${mostClaimedFailing} else ${mostClaimed} end + a.unwritten - (
        select count(*) from webhook_deliveries f
        where f.tenant_id = a.tenant_id and f.webhook_id = a.webhook_id and f.claim is not null
      )) end::int as room
      from asked a
    ), due as materialized (
      select d.place from open o cross join lateral (
        select d.place, row_number() over () as n from (
          select d.ctid as place from webhook_deliveries d
          where d.tenant_id = o.tenant_id and d.webhook_id = o.webhook_id and d.claim is null
            and d.next_at <= now()
          order by d.next_at, d.id limit ${mostClaimed} for update skip locked
        ) d
      ) d where d.n <= least(o.room, o.most)
    ), claimed as (
      update webhook_deliveries d set status = 'delivering', claim = $1::uuid,
        next_at = clock_timestamp() + $2::int * interval '1 millisecond'
      from due where d.ctid = due.place
      returning d.tenant_id, d.webhook_id, d.id, d.tries, d.event_id, d.type, d.event_at, d.event_xid, d.event_seq, d.body
    )
    select o.tenant_id as "tenantId", o.webhook_id as "webhookId", o.account_key as "accountKey", o.url, o.secret,
      o.previous_secret as "previousSecret", o.failing, o.taken, o.room, c.id, c.tries, c.event_id as "eventId", c.type,
      c.event_at as "eventAt", c.body, e.record_id as "recordId", e.record, coalesce(e.large, false) as large, coalesce(e.kept, c.body is not null) as kept
    from open o left join claimed c on c.tenant_id = o.tenant_id and c.webhook_id = o.webhook_id
    left join lateral (
      select e.record_id, case when not e.large then e.record::text end as record, e.large, true as kept from (
        select e.record_id, e.record, coalesce(octet_length(e.record::text), 0) > ${largeFrom} as large from events e
        where e.tenant_id = c.tenant_id and e.xid = c.event_xid and e.seq = c.event_seq and e.occurred_at = c.event_at limit 1
      ) e
    ) e on true`,
    [
      claim,
      leaseMs,
      wanted.map(({ tenantId }) => tenantId),
      wanted.map(({ webhookId }) => webhookId),
      wanted.map(({ most }) => most),
      wanted.map(({ unwritten }) => unwritten),
    ],
  );
  const claimed = rows.flatMap(({ id, taken, room, ...row }) => (id === null ? [] : [{ ...row, id, claim }]));
  const looked = [...Map.groupBy(rows, ({ webhookId }) => webhookId).values()].map((some) => {
    const { tenantId, webhookId, taken, room, failing } = some[0] as Row;
    const count = some.filter(({ id }) => id !== null).length;
    return { tenantId, webhookId, taken, room, failing, claimed: count };
  });
  return { claimed, looked };
}

/** How an attempt ended. */
export interface Result {
  readonly delivery: Claimed;
  readonly attempt: Attempt;
  readonly status: 'delivered' | 'retrying' | 'failed';
  /** Until the next attempt, by the database's clock. */
  readonly delayMs: number | null;
}

/** Attempts of one delivery that the log keeps. */
const mostKept = 100;

/**
 * Writes results down. A result counts only under the claim that it was made under: one that comes after its lease has
 * ended and somebody else has taken over is refused. Returns the ids of those that counted. Each row is found by its
 * primary key and changed where it was found: a plan that was made while the table was small would otherwise go over all
 * of it. (And `claim =` would let PostgreSQL look in the index of claims, which is full of entries that are gone.)
 * A row that somebody changes in between is no longer where it was found, and its result does not count.
 */
export async function finish(tx: Transaction, results: readonly Result[]): Promise<Set<string>> {
  // All of it as one JSON text: lists of JSON texts would be quoted twice.
  const given = results.map(({ delivery: { tenantId, webhookId, id, claim }, status, attempt, delayMs }) => ({
    tenant_id: tenantId,
    webhook_id: webhookId,
    id,
    claim,
    status,
    attempt,
    delay_ms: delayMs,
  }));
  const rows = await tx.query<{ id: string }>(
    `with given as materialized (
      select r.*, d.place from jsonb_to_recordset($1::jsonb)
        r(tenant_id bigint, webhook_id uuid, id uuid, claim uuid, status text, attempt jsonb, delay_ms bigint)
      cross join lateral (
        select d.ctid as place from webhook_deliveries d
        where d.tenant_id = r.tenant_id and d.webhook_id = r.webhook_id and d.id = r.id and d.claim is not distinct from r.claim
        limit 1
      ) d
    ), done as (
      update webhook_deliveries d set status = r.status, tries = d.tries + 1, claim = null,
        attempts = case when jsonb_array_length(d.attempts) < ${mostKept} then d.attempts else d.attempts - 0 end || r.attempt,
        next_at = clock_timestamp() + r.delay_ms * interval '1 millisecond',
        finished_at = case when r.status <> 'retrying' then clock_timestamp() end
      from given r where d.ctid = r.place
      returning d.tenant_id, d.webhook_id, d.id, d.status
    ), health as (
      -- Since when a webhook has been failing. One that was delivered speaks louder than those that failed beside it.
      update webhook_endpoints e set failing_since = case when h.failing then now() end
      from (select tenant_id, webhook_id, bool_and(status <> 'delivered') as failing from done group by 1, 2) h
      where e.tenant_id = h.tenant_id and e.webhook_id = h.webhook_id and (e.failing_since is not null) <> h.failing
    )
    select id from done`,
    [JSON.stringify(given)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Gives back deliveries whose result will not come: they are due again at once. */
export async function giveBack(tx: Transaction, deliveries: readonly Claimed[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.query(
    `update webhook_deliveries d set status = case when d.tries = 0 then 'pending' else 'retrying' end, claim = null,
      next_at = now()
     from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[]) r(tenant_id, webhook_id, id, claim)
     where d.tenant_id = r.tenant_id and d.webhook_id = r.webhook_id and d.id = r.id and d.claim = r.claim`,
    [
      deliveries.map(({ tenantId }) => tenantId),
      deliveries.map(({ webhookId }) => webhookId),
      deliveries.map(({ id }) => id),
      deliveries.map(({ claim }) => claim),
    ],
  );
}
