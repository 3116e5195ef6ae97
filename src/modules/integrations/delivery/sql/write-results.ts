import type { Transaction } from '#db/database.ts';
import { plainArray } from '#db/params.ts';
import type { Attempt } from '../data/attempt.ts';
import type { ClaimedDelivery, DeliveryBatch } from '../data/delivery.ts';

/** The result of an attempt. */
export interface Result {
  readonly delivery: ClaimedDelivery;
  readonly attempt: Attempt;
  readonly status: 'delivered' | 'retrying' | 'failed';
  /** The delay until the next attempt, by the clock of the database; null when there is none. */
  readonly delayMs: number | null;
}

/** Maximum number of attempts of one delivery that the log keeps. */
const maxAttempts = 100;

/**
 * Writes results, makes released deliveries due, and deletes finished batches. A result is accepted only while its claim is
 * valid: it is refused when the lease has expired and another node has claimed the delivery. Returns the ids of the
 * deliveries whose results were accepted.
 */
export async function writeResults(
  tx: Transaction,
  results: readonly Result[],
  released: readonly ClaimedDelivery[],
  finished: readonly DeliveryBatch[],
): Promise<Set<string>> {
  const [firstResults, laterResults] = partition(results, ({ delivery }) => delivery.batch !== null);
  const [releasedWithoutRow, releasedWithRow] = partition(released, ({ batch }) => batch !== null);
  const [inserted, updated] = await Promise.all([
    insertRows(tx, firstResults, releasedWithoutRow),
    updateRows(tx, laterResults),
    releaseRows(tx, releasedWithRow),
    deleteBatches(tx, finished),
  ]);
  const accepted = new Set([...inserted, ...updated]);
  await updateFailingSince(
    tx,
    // A delivery that was refused for missing permissions says nothing about the receiver.
    results.filter(({ delivery }) => accepted.has(delivery.id) && delivery.refusal === null),
  );
  return accepted;
}

/**
 * A webhook is failing when none of its deliveries in these results succeeded. Endpoints are locked in the order in which
 * matching locks them, and after the deliveries: no transaction that holds an endpoint waits for a delivery.
 */
async function updateFailingSince(tx: Transaction, results: readonly Result[]): Promise<void> {
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
      plainArray(webhooks.map(([first]) => first?.delivery.tenantId ?? '')),
      plainArray(webhooks.map(([first]) => first?.delivery.webhookId ?? '')),
      plainArray(webhooks.map((ofWebhook) => String(ofWebhook.every(({ status }) => status !== 'delivered')))),
    ],
  );
}

const partition = <T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] => [
  all.filter(belongs),
  all.filter((one) => !belongs(one)),
];

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/**
 * Writes the rows of deliveries of batches. It locks the batch, so that no poll treats it as expired. A result that was
 * written before is accepted and not changed: it is written again when the connection was lost before the database answered.
 */
async function insertRows(
  tx: Transaction,
  results: readonly Result[],
  released: readonly ClaimedDelivery[],
): Promise<string[]> {
  if (results.length + released.length === 0) return [];
  const given = [
    ...results.map(({ delivery, status, attempt, delayMs }) => ({ delivery, status, attempts: [attempt], delayMs })),
    ...released.map((delivery) => ({ delivery, status: 'pending', attempts: [], delayMs: 0 })),
  ];
  const rows = await tx.query<{ id: string }>(
    `with given as materialized (
      select * from rows from (
        unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[], $8::xid8[],
          $9::bigint[], $10::text[], $11::bigint[]),
        jsonb_array_elements($12::jsonb)
      ) r(tenant_id, webhook_id, id, claim, event_id, type, event_at, event_xid, event_seq, status, delay_ms, attempts)
    ), locked as materialized (
      select p.* from (select distinct tenant_id, webhook_id, claim from given) g cross join lateral (
        select p.tenant_id, p.webhook_id, p.claim, p.created_at from webhook_parcels p
        where p.tenant_id = g.tenant_id and p.webhook_id = g.webhook_id and p.claim = g.claim limit 1 for no key update
      ) p
    ), accepted as materialized (
      select r.*, p.created_at from given r join locked p
        on p.tenant_id = r.tenant_id and p.webhook_id = r.webhook_id and p.claim = r.claim
    ), done as (
      insert into webhook_deliveries (tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq, status, tries,
        attempts, next_at, created_at, finished_at)
      select r.tenant_id, r.webhook_id, r.id, r.event_id, r.type, r.event_at, r.event_xid, r.event_seq, r.status,
        jsonb_array_length(r.attempts), r.attempts, clock_timestamp() + r.delay_ms * interval '1 millisecond', r.created_at,
        case when r.delay_ms is null then clock_timestamp() end
      from accepted r on conflict do nothing
    ), shrunk as (
      -- Other nodes count the size when they claim. A batch that becomes empty is deleted instead.
      update webhook_parcels p set size = p.size - c.n
      from (select tenant_id, webhook_id, claim, count(*)::int as n from accepted group by 1, 2, 3) c
      where p.tenant_id = c.tenant_id and p.webhook_id = c.webhook_id and p.claim = c.claim and p.size > c.n
    )
    select id from accepted`,
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

const keyOf = ({ tenantId, webhookId, id, claim }: ClaimedDelivery) => ({
  tenant_id: tenantId,
  webhook_id: webhookId,
  id,
  claim,
});

/**
 * Writes results of deliveries that have a row. Each row is found by its primary key and updated by ctid: a plan from the
 * time when the table was small would otherwise read all of it. `claim is not distinct from` keeps PostgreSQL from the index
 * of claims, which is full of dead entries. A row that changes in between has another ctid, and its result is refused.
 */
async function updateRows(tx: Transaction, results: readonly Result[]): Promise<string[]> {
  if (results.length === 0) return [];
  // Send one JSON text for all results, because an array of JSON texts would be escaped twice.
  const given = results.map(({ delivery, status, attempt, delayMs }) => ({
    ...keyOf(delivery),
    status,
    attempt,
    delay_ms: delayMs,
  }));
  const rows = await tx.query<{ id: string }>(
    `with given as materialized (
      select r.*, d.tid from jsonb_to_recordset($1::jsonb)
        r(tenant_id bigint, webhook_id uuid, id uuid, claim uuid, status text, attempt jsonb, delay_ms bigint)
      cross join lateral (
        select d.ctid as tid from webhook_deliveries d
        where d.tenant_id = r.tenant_id and d.webhook_id = r.webhook_id and d.id = r.id and d.claim is not distinct from r.claim
        limit 1
      ) d
    ), done as (
      update webhook_deliveries d set status = r.status, tries = d.tries + 1, claim = null,
        attempts = case when jsonb_array_length(d.attempts) < ${maxAttempts} then d.attempts else d.attempts - 0 end || r.attempt,
        next_at = clock_timestamp() + r.delay_ms * interval '1 millisecond',
        finished_at = case when r.status <> 'retrying' then clock_timestamp() end
      from given r where d.ctid = r.tid
      returning d.id
    )
    select id from done`,
    [JSON.stringify(given)],
  );
  return idsOf(rows);
}

async function releaseRows(tx: Transaction, deliveries: readonly ClaimedDelivery[]): Promise<void> {
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

async function deleteBatches(tx: Transaction, batches: readonly DeliveryBatch[]): Promise<void> {
  if (batches.length === 0) return;
  await tx.query(
    `delete from webhook_parcels p using unnest($1::bigint[], $2::uuid[], $3::uuid[]) r(tenant_id, webhook_id, claim)
     where p.tenant_id = r.tenant_id and p.webhook_id = r.webhook_id and p.claim = r.claim`,
    [
      plainArray(batches.map(({ tenantId }) => tenantId)),
      plainArray(batches.map(({ webhookId }) => webhookId)),
      plainArray(batches.map(({ claim }) => claim)),
    ],
  );
}
