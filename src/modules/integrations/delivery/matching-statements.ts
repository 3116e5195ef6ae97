import type { Transaction } from '#db/database.ts';
import { type Claimed, largeFrom } from './claims.ts';

/** Events that are looked at in one go. */
export const largestBatch = 1000;
/** A webhook that cannot be served at once has this many deliveries in line; its other events wait in the spine. */
export const longestLine = 2000;

export interface Endpoint {
  readonly tenantId: string;
  readonly webhookId: string;
}

/** A webhook and how far it has read. */
export interface Reader extends Pick<Claimed, 'accountKey' | 'url' | 'secret' | 'previousSecret' | 'failing'> {
  readonly tenantId: string;
  readonly webhookId: string;
  readonly events: readonly string[];
  readonly xid: string;
  readonly seq: string;
  readonly readAt: Date;
  readonly sendsFrom: Date | number;
  /** Another node is claiming from it at this moment. */
  readonly taken: boolean;
}

export interface SpineEvent {
  /** Which of the places asked for it follows. */
  readonly place: number;
  readonly xid: string;
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  /** False while an older transaction is under way, whose events belong before this one. */
  readonly settled: boolean;
}

interface Line {
  readonly webhookId: string;
  readonly claimed: number;
  /** Of those that are due, as many as matter. */
  readonly inLine: number;
}

/** Read in a statement of its own, after the locks: it sees what whoever had them before has claimed. */
export async function readLines(tx: Transaction, readers: readonly Reader[]): Promise<Map<string, Line>> {
  const rows = await tx.query<Line>(
    `select a.webhook_id as "webhookId", (
      select count(*)::int from webhook_deliveries f
      where f.tenant_id = a.tenant_id and f.webhook_id = a.webhook_id and f.claim is not null
    ) as claimed, (
      select count(*)::int from (
        select from webhook_deliveries d
        where d.tenant_id = a.tenant_id and d.webhook_id = a.webhook_id and d.claim is null and d.next_at <= now()
        order by d.next_at limit ${longestLine}
      ) d
    ) as "inLine"
    from unnest($1::bigint[], $2::uuid[]) a(tenant_id, webhook_id)`,
    [readers.map(({ tenantId }) => tenantId), readers.map(({ webhookId }) => webhookId)],
  );
  return new Map(rows.map((row) => [row.webhookId, row]));
}

export interface NewDelivery {
  readonly id: string;
  readonly reader: Reader;
  readonly event: SpineEvent;
  readonly now: boolean;
}

export const lockReaders = (tx: Transaction, tenants: readonly string[]): Promise<Reader[]> =>
  tx.query<Reader>(
    `select e.tenant_id as "tenantId", e.webhook_id as "webhookId", w.events, e.xid::text, e.seq, e.read_at as "readAt",
      e.sends_from as "sendsFrom", n.account_key as "accountKey", w.url, w.secret, e.failing_since is not null as failing,
      case when e.previous_until > now() then e.previous_secret end as "previousSecret",
      not pg_try_advisory_xact_lock(hashtextextended(e.webhook_id::text, 4710004)) as taken
     from webhook_endpoints e
     join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
     join tenants n on n.id = e.tenant_id
     where e.tenant_id = any($1::bigint[]) and w.active and n.status = 'active'
     order by e.tenant_id, e.webhook_id for update of e`,
    [tenants],
  );

/**
 * The events behind each place, in order. Only months that can hold them are looked at: an event is written within its
 * transaction, and none of ours is open for a day.
 */
export async function readEvents(
  tx: Transaction,
  places: readonly Reader[],
  batch: number,
): Promise<Map<number, SpineEvent[]>> {
  const rows = await tx.query<SpineEvent>(
    `select (g.n - 1)::int as place, e.xid::text, e.seq, e.id, e.type, e.occurred_at as at, e.settled
     from unnest($1::bigint[], $2::xid8[], $3::bigint[], $4::timestamptz[]) with ordinality g(tenant_id, xid, seq, read_at, n)
     cross join lateral (
       -- The limit that the planner can read is written out; the other one only ends it sooner.
       select * from (
         select e.xid, e.seq, e.id, e.type, e.occurred_at, e.xid < pg_snapshot_xmin(pg_current_snapshot()) as settled
         from events e
         where e.tenant_id = g.tenant_id and (e.xid, e.seq) > (g.xid, g.seq)
           and e.occurred_at >= g.read_at - interval '1 day'
         order by e.xid, e.seq limit ${largestBatch}
       ) e limit $5::int
     ) e
     order by g.n, e.xid, e.seq`,
    [
      places.map(({ tenantId }) => tenantId),
      places.map(({ xid }) => xid),
      places.map(({ seq }) => seq),
      places.map(({ readAt }) => readAt),
      batch,
    ],
  );
  return Map.groupBy(rows, ({ place }) => place);
}

/** What the spine knows of a delivery that is sent at once. */
type Sent = Pick<Claimed, 'id' | 'recordId' | 'record' | 'large'>;

export async function insertDeliveries(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  offer: { readonly claim: string; readonly leaseMs: number },
): Promise<Claimed[]> {
  if (deliveries.length === 0) return [];
  const rows = await tx.query<Sent>(
    `with given as materialized (
      select * from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::xid8[],
        $8::bigint[], $9::boolean[]) g(tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq, now)
    ), made as (
      insert into webhook_deliveries (tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq, status, claim,
        next_at)
      select g.tenant_id, g.webhook_id, g.id, g.event_id, g.type, g.event_at, g.event_xid, g.event_seq,
        case when g.now then 'delivering' else 'pending' end, case when g.now then $10::uuid end,
        case when g.now then clock_timestamp() + $11::int * interval '1 millisecond' else now() end
      from given g
    )
    select g.id, e.record_id as "recordId", case when not e.large then e.record::text end as record, e.large
    from given g cross join lateral (
      select e.record_id, e.record, coalesce(octet_length(e.record::text), 0) > ${largeFrom} as large from events e
      where e.tenant_id = g.tenant_id and e.xid = g.event_xid and e.seq = g.event_seq and e.occurred_at = g.event_at limit 1
    ) e where g.now`,
    [
      deliveries.map(({ reader }) => reader.tenantId),
      deliveries.map(({ reader }) => reader.webhookId),
      deliveries.map(({ id }) => id),
      deliveries.map(({ event }) => event.id),
      deliveries.map(({ event }) => event.type),
      deliveries.map(({ event }) => event.at),
      deliveries.map(({ event }) => event.xid),
      deliveries.map(({ event }) => event.seq),
      deliveries.map(({ now }) => now),
      offer.claim,
      offer.leaseMs,
    ],
  );
  const sent = new Map(rows.map((row) => [row.id, row]));
  return deliveries.flatMap(({ id, reader, event }) => {
    const row = sent.get(id);
    return row ? [claimedOf(reader, event, row, offer.claim)] : [];
  });
}

const claimedOf = (reader: Reader, event: SpineEvent, row: Sent, claim: string): Claimed => ({
  ...row,
  tenantId: reader.tenantId,
  webhookId: reader.webhookId,
  claim,
  tries: 0,
  accountKey: reader.accountKey,
  url: reader.url,
  secret: reader.secret,
  previousSecret: reader.previousSecret,
  failing: false,
  eventId: event.id,
  type: event.type,
  eventAt: event.at,
  body: null,
  kept: true,
});

export async function moveOn(
  tx: Transaction,
  places: readonly { readonly reader: Reader; readonly last: SpineEvent }[],
): Promise<void> {
  if (places.length === 0) return;
  await tx.query(
    `update webhook_endpoints e set xid = p.xid, seq = p.seq, read_at = greatest(e.read_at, p.read_at)
     from unnest($1::bigint[], $2::uuid[], $3::xid8[], $4::bigint[], $5::timestamptz[])
       p(tenant_id, webhook_id, xid, seq, read_at)
     where e.tenant_id = p.tenant_id and e.webhook_id = p.webhook_id`,
    [
      places.map(({ reader }) => reader.tenantId),
      places.map(({ reader }) => reader.webhookId),
      places.map(({ last }) => last.xid),
      places.map(({ last }) => last.seq),
      places.map(({ last }) => last.at),
    ],
  );
}
