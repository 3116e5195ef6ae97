import type { Transaction } from '#db/database.ts';
import { plainArray } from '#db/params.ts';
import type { Claimed, Lease, NewDelivery, Reader, Sent, SpineEvent } from '../delivery.ts';
import { withFormerValues } from '../trim-previous.ts';
import { makeParcels } from './batches.ts';
import { claimedOf, largeFrom } from './claim-due.ts';

/** Events that are looked at in one go. */
export const largestBatch = 1000;
/** A webhook that cannot be served at once has this many deliveries in line; its other events wait in the spine. */
export const longestLine = 2000;

interface Line {
  readonly webhookId: string;
  readonly claimed: number;
  /** Of those that are due, as many as matter. */
  readonly inLine: number;
}

/** Read in a statement of its own, after the locks: it sees what whoever had them before has claimed. */
export async function readLines(tx: Transaction, readers: readonly Reader[]): Promise<Map<string, Line>> {
  const rows = await tx.query<Line>(
    `select a.webhook_id as "webhookId", ${claimedOf('a')}::int as claimed, (
      select count(*)::int from (
        select from webhook_deliveries d
        where d.tenant_id = a.tenant_id and d.webhook_id = a.webhook_id and d.claim is null and d.next_at <= now()
        order by d.next_at limit ${longestLine}
      ) d
    ) as "inLine"
    from unnest($1::bigint[], $2::uuid[]) a(tenant_id, webhook_id)`,
    [plainArray(readers.map(({ tenantId }) => tenantId)), plainArray(readers.map(({ webhookId }) => webhookId))],
  );
  return new Map(rows.map((row) => [row.webhookId, row]));
}

export const lockReaders = (tx: Transaction, tenants: readonly string[]): Promise<Reader[]> =>
  tx.query<Reader>(
    `select e.tenant_id as "tenantId", e.webhook_id as "webhookId", w.owner_id as "ownerId", w.version, w.events, e.xid::text, e.seq, e.read_at as "readAt",
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

/** From where in the spine events are looked at, and how many at most. */
export interface Place extends Pick<Reader, 'tenantId' | 'xid' | 'seq' | 'readAt'> {
  readonly most: number;
}

/** Columns of an event from which those of `Sent` are made: the whole state before an update, of which the changed part is sent. */
const texts = 'e.record::text as record, case when e.record is not null then e.previous::text end as previous';

const size = 'greatest(octet_length(e.record), octet_length(e.previous))';

/** The columns of `Sent`, from a query that has the texts. */
const sent = `e.record_id as "recordId", case when ${size} <= ${largeFrom} then e.record end as record,
  case when ${size} <= ${largeFrom} then e.previous end as previous, coalesce(${size} > ${largeFrom}, false) as large`;

/**
 * The events behind each place, in order. Only months that can hold them are looked at: an event is written within its
 * transaction, and none of ours is open for a day.
 */
export async function readEvents(
  tx: Transaction,
  places: readonly Place[],
  records: boolean,
): Promise<Map<number, SpineEvent[]>> {
  const rows = await tx.query<SpineEvent>(
    `select (g.n - 1)::int as place, e.xid::text, e.seq, e.id, e.type, e.occurred_at as at, e.settled, ${sent}
     from unnest($1::bigint[], $2::xid8[], $3::bigint[], $4::timestamptz[], $5::int[]) with ordinality
       g(tenant_id, xid, seq, read_at, most, n)
     cross join lateral (select settled_below(t.epoch) as below from tenants t where t.id = g.tenant_id offset 0) s
     cross join lateral (
       -- The limit that the planner can read is written out; the other one only ends it sooner.
       select * from (
         select e.xid, e.seq, e.id, e.type, e.occurred_at, e.xid < s.below as settled,
           e.record_id, case when $6::boolean then e.record::text end as record,
           case when $6::boolean and e.record is not null then e.previous::text end as previous
         from events e
         where e.tenant_id = g.tenant_id and (e.xid, e.seq) > (g.xid, g.seq)
           and e.occurred_at >= g.read_at - interval '1 day'
         order by e.xid, e.seq limit ${largestBatch}
       ) e limit g.most
     ) e
     order by g.n, e.xid, e.seq`,
    [
      plainArray(places.map(({ tenantId }) => tenantId)),
      plainArray(places.map(({ xid }) => xid)),
      plainArray(places.map(({ seq }) => seq)),
      plainArray(places.map(({ readAt }) => readAt.toISOString())),
      plainArray(places.map(({ most }) => most)),
      records,
    ],
  );
  return Map.groupBy(rows.map(withFormerValues), ({ place }) => place);
}

/** Makes deliveries, and returns those that are sent at once. `read`: the records were read with the events. */
export async function makeDeliveries(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  lease: Lease,
  read: boolean,
): Promise<Claimed[]> {
  const now = deliveries.filter((one) => one.now);
  const inLine = deliveries.filter((one) => !one.now);
  const [parcels, records] = await Promise.all([
    makeParcels(tx, lease, now),
    read ? undefined : readRecords(tx, now),
    putInLine(tx, inLine),
  ]);
  return now.map(({ id, reader, event, type, hidden }) => ({
    id,
    tenantId: reader.tenantId,
    webhookId: reader.webhookId,
    claim: lease.claim,
    until: lease.until,
    parcel: parcels.get(reader.webhookId) ?? null,
    tries: 0,
    accountKey: reader.accountKey,
    url: reader.url,
    secret: reader.secret,
    previousSecret: reader.previousSecret,
    eventId: event.id,
    type,
    restored: type !== event.type,
    eventAt: event.at,
    xid: event.xid,
    seq: event.seq,
    ...sentOf(records?.get(event) ?? event),
    body: null,
    kept: true,
    hidden,
    refusal: null,
  }));
}

const sentOf = ({ recordId, record, previous, large }: Sent): Sent => ({ recordId, record, previous, large });

/** Those of events that were looked at without. Each is read once for all webhooks that it is sent to. */
async function readRecords(tx: Transaction, made: readonly NewDelivery[]): Promise<Map<SpineEvent, Sent>> {
  if (made.length === 0) return new Map();
  const wanted = [...new Map(made.map(({ event, reader }) => [event, reader.tenantId]))];
  const rows = await tx.query<Sent & { n: number }>(
    `select (g.n - 1)::int as n, ${sent}
     from unnest($1::bigint[], $2::xid8[], $3::bigint[], $4::timestamptz[]) with ordinality g(tenant_id, xid, seq, at, n)
     cross join lateral (
       select e.record_id, ${texts} from events e
       where e.tenant_id = g.tenant_id and e.xid = g.xid and e.seq = g.seq and e.occurred_at = g.at limit 1
     ) e`,
    [
      plainArray(wanted.map(([, tenantId]) => tenantId)),
      plainArray(wanted.map(([{ xid }]) => xid)),
      plainArray(wanted.map(([{ seq }]) => seq)),
      plainArray(wanted.map(([{ at }]) => at.toISOString())),
    ],
  );
  return new Map(rows.map(({ n, ...row }) => [(wanted[n] as (typeof wanted)[number])[0], withFormerValues(row)]));
}

async function putInLine(tx: Transaction, made: readonly NewDelivery[]): Promise<void> {
  if (made.length === 0) return;
  await tx.query(
    `insert into webhook_deliveries (tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq)
     select * from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::xid8[], $8::bigint[])`,
    [
      plainArray(made.map(({ reader }) => reader.tenantId)),
      plainArray(made.map(({ reader }) => reader.webhookId)),
      plainArray(made.map(({ id }) => id)),
      plainArray(made.map(({ event }) => event.id)),
      made.map(({ type }) => type),
      plainArray(made.map(({ event }) => event.at.toISOString())),
      plainArray(made.map(({ event }) => event.xid)),
      plainArray(made.map(({ event }) => event.seq)),
    ],
  );
}

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
