import type { Transaction } from '#db/database.ts';
import { plainArray } from '#db/params.ts';
import type { Attempt } from '../attempt.ts';
import type { Claimed, Parcel } from '../delivery.ts';

/** How an attempt ended. */
export interface Result {
  readonly delivery: Claimed;
  readonly attempt: Attempt;
  readonly status: 'delivered' | 'retrying' | 'failed';
  /** Until the next attempt, by the database's clock. */
  readonly delayMs: number | null;
}

/** Attempts of one delivery that the log keeps. */
const maxKept = 100;

/**
 * Writes results down, and gives back what will have none: that is due again at once. A result counts only under the
 * claim that it was made under: one that comes after its lease has ended and somebody else has taken over is refused.
 * Returns the ids of those that counted. Parcels of which everything has ended are done with.
 */
export async function writeResults(
  tx: Transaction,
  results: readonly Result[],
  returned: readonly Claimed[],
  ended: readonly Parcel[],
): Promise<Set<string>> {
  const [first, again] = parted(results, ({ delivery }) => delivery.parcel !== null);
  const [unwritten, claimed] = parted(returned, ({ parcel }) => parcel !== null);
  const [made, changed] = await Promise.all([
    insertRows(tx, first, unwritten),
    updateRows(tx, again),
    giveBack(tx, claimed),
    removeParcels(tx, ended),
  ]);
  const counted = new Set([...made, ...changed]);
  await updateHealth(
    tx,
    // What was not sent for want of permission says nothing about the receiver.
    results.filter(({ delivery }) => counted.has(delivery.id) && delivery.refusal === null),
  );
  return counted;
}

/**
 * Since when a webhook has been failing. One that was delivered speaks louder than those that failed beside it. Endpoints
 * are locked in the order in which matching locks them, and last: nobody who has one waits for a result.
 */
async function updateHealth(tx: Transaction, results: readonly Result[]): Promise<void> {
  const webhooks = [...Map.groupBy(results, ({ delivery }) => delivery.webhookId).values()];
  if (webhooks.length === 0) return;
  await tx.query(
    `update webhook_endpoints e set failing_since = case when h.failing then now() end
     from (
       select e.tenant_id, e.webhook_id, h.failing
       from unnest($1::bigint[], $2::uuid[], $3::boolean[]) h(tenant_id, webhook_id, failing)
       join webhook_endpoints e on e.tenant_id = h.tenant_id and e.webhook_id = h.webhook_id
       where (e.failing_since is not null) <> h.failing order by e.tenant_id, e.webhook_id for update of e
     ) h
     where e.tenant_id = h.tenant_id and e.webhook_id = h.webhook_id`,
    [
      plainArray(webhooks.map(([one]) => one?.delivery.tenantId ?? '')),
      plainArray(webhooks.map(([one]) => one?.delivery.webhookId ?? '')),
      plainArray(webhooks.map((some) => String(some.every(({ status }) => status !== 'delivered')))),
    ],
  );
}

const parted = <T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] => [
  all.filter(is),
  all.filter((one) => !is(one)),
];

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/**
 * The first that is written of a delivery that was in a parcel. The parcel is held meanwhile, so that nobody takes it for
 * lapsed. What was written already counts, and is left as it is: it may be sent here again when the connection was lost
 * before the answer came.
 */
async function insertRows(
  tx: Transaction,
  results: readonly Result[],
  returned: readonly Claimed[],
): Promise<string[]> {
  if (results.length + returned.length === 0) return [];
  const given = [
    ...results.map(({ delivery, status, attempt, delayMs }) => ({ delivery, status, attempts: [attempt], delayMs })),
    ...returned.map((delivery) => ({ delivery, status: 'pending', attempts: [], delayMs: 0 })),
  ];
  const rows = await tx.query<{ id: string }>(
    `with given as materialized (
      select * from rows from (
        unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[], $8::xid8[],
          $9::bigint[], $10::text[], $11::bigint[]),
        jsonb_array_elements($12::jsonb)
      ) r(tenant_id, webhook_id, id, claim, event_id, type, event_at, event_xid, event_seq, status, delay_ms, attempts)
    ), held as materialized (
      select p.* from (select distinct tenant_id, webhook_id, claim from given) g cross join lateral (
        select p.tenant_id, p.webhook_id, p.claim, p.created_at from webhook_parcels p
        where p.tenant_id = g.tenant_id and p.webhook_id = g.webhook_id and p.claim = g.claim limit 1 for no key update
      ) p
    ), counted as materialized (
      select r.*, p.created_at from given r join held p
        on p.tenant_id = r.tenant_id and p.webhook_id = r.webhook_id and p.claim = r.claim
    ), done as (
      insert into webhook_deliveries (tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq, status, tries,
        attempts, next_at, created_at, finished_at)
      select r.tenant_id, r.webhook_id, r.id, r.event_id, r.type, r.event_at, r.event_xid, r.event_seq, r.status,
        jsonb_array_length(r.attempts), r.attempts, clock_timestamp() + r.delay_ms * interval '1 millisecond', r.created_at,
        case when r.delay_ms is null then clock_timestamp() end
      from counted r on conflict do nothing
    ), shrunk as (
      -- What other nodes go by when they claim. One of which nothing is left is removed.
      update webhook_parcels p set size = p.size - c.n
      from (select tenant_id, webhook_id, claim, count(*)::int as n from counted group by 1, 2, 3) c
      where p.tenant_id = c.tenant_id and p.webhook_id = c.webhook_id and p.claim = c.claim and p.size > c.n
    )
    select id from counted`,
    [
      plainArray(given.map(({ delivery }) => delivery.tenantId)),
      plainArray(given.map(({ delivery }) => delivery.webhookId)),
      plainArray(given.map(({ delivery }) => delivery.id)),
      plainArray(given.map(({ delivery }) => delivery.claim)),
      plainArray(given.map(({ delivery }) => delivery.eventId)),
      given.map(({ delivery }) => delivery.type),
      plainArray(given.map(({ delivery }) => delivery.eventAt.toISOString())),
      plainArray(given.map(({ delivery }) => String(delivery.xid))),
      plainArray(given.map(({ delivery }) => String(delivery.seq))),
      plainArray(given.map(({ status }) => status)),
      plainArray(given.map(({ delayMs }) => String(delayMs))),
      JSON.stringify(given.map(({ attempts }) => attempts)),
    ],
  );
  return idsOf(rows);
}

const keyOf = ({ tenantId, webhookId, id, claim }: Claimed) => ({
  tenant_id: tenantId,
  webhook_id: webhookId,
  id,
  claim,
});

/**
 * Further results of a delivery. Each row is found by its primary key and changed where it was found: a plan that was made
 * while the table was small would otherwise go over all of it. (And `claim =` would let PostgreSQL look in the index of
 * claims, which is full of entries that are gone.) A row that somebody changes in between is no longer where it was found,
 * and its result does not count.
 */
async function updateRows(tx: Transaction, results: readonly Result[]): Promise<string[]> {
  if (results.length === 0) return [];
  // All of it as one JSON text: lists of JSON texts would be quoted twice.
  const given = results.map(({ delivery, status, attempt, delayMs }) => ({
    ...keyOf(delivery),
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
        attempts = case when jsonb_array_length(d.attempts) < ${maxKept} then d.attempts else d.attempts - 0 end || r.attempt,
        next_at = clock_timestamp() + r.delay_ms * interval '1 millisecond',
        finished_at = case when r.status <> 'retrying' then clock_timestamp() end
      from given r where d.ctid = r.place
      returning d.id
    )
    select id from done`,
    [JSON.stringify(given)],
  );
  return idsOf(rows);
}

async function giveBack(tx: Transaction, deliveries: readonly Claimed[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.query(
    `update webhook_deliveries d set status = case when d.tries = 0 then 'pending' else 'retrying' end, claim = null,
      next_at = now()
     from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[]) r(tenant_id, webhook_id, id, claim)
     where d.tenant_id = r.tenant_id and d.webhook_id = r.webhook_id and d.id = r.id and d.claim = r.claim`,
    [
      plainArray(deliveries.map(({ tenantId }) => tenantId)),
      plainArray(deliveries.map(({ webhookId }) => webhookId)),
      plainArray(deliveries.map(({ id }) => id)),
      plainArray(deliveries.map(({ claim }) => claim)),
    ],
  );
}

async function removeParcels(tx: Transaction, parcels: readonly Parcel[]): Promise<void> {
  if (parcels.length === 0) return;
  await tx.query(
    `delete from webhook_parcels p using unnest($1::bigint[], $2::uuid[], $3::uuid[]) r(tenant_id, webhook_id, claim)
     where p.tenant_id = r.tenant_id and p.webhook_id = r.webhook_id and p.claim = r.claim`,
    [
      plainArray(parcels.map(({ tenantId }) => tenantId)),
      plainArray(parcels.map(({ webhookId }) => webhookId)),
      plainArray(parcels.map(({ claim }) => claim)),
    ],
  );
}
