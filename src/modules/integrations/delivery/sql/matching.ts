import type { Transaction } from '#db/database.ts';
import { plainArray } from '#db/params.ts';
import type { EventContent, NewDelivery, Reader, StoredEvent } from '../data/delivery.ts';
import { trimPrevious } from '../data/trim-previous.ts';
import { actorColumn } from './actor-column.ts';
import { claimedCount, maxContentBytes } from './claim-due.ts';

/** Maximum number of events that are read together after one position. */
export const maxEvents = 1000;
/**
 * Maximum number of queued deliveries of a webhook that cannot receive them at once. Its further events stay in the
 * events table.
 */
export const maxQueued = 2000;

/** Locks the endpoints of active webhooks, and tries to take their claim locks. */
export const lockReaders = (tx: Transaction, tenants: readonly string[]): Promise<Reader[]> =>
  tx.query<Reader>(
    `select e.tenant_id as "tenantId", e.webhook_id as "webhookId", w.owner_id as "ownerId", w.version, w.events, e.xid::text, e.seq, e.read_at as "readAt",
      e.sends_from as "sendsFrom", n.account_key as "accountKey", w.url, w.secret, e.failing_since is not null as failing,
      case when e.previous_until > now() then e.previous_secret end as "previousSecret",
      not pg_try_advisory_xact_lock(hashtextextended(e.webhook_id::text, 4710004)) as "lockedElsewhere"
     from webhook_endpoints e
     join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
     join tenants n on n.id = e.tenant_id
     where e.tenant_id = any($1::bigint[]) and w.active and n.status = 'active'
     order by e.tenant_id, e.webhook_id for update of e`,
    [tenants],
  );

interface QueueCounts {
  readonly webhookId: string;
  readonly claimed: number;
  /** The number of due deliveries without a claim, counted up to `maxQueued`. */
  readonly queued: number;
}

/**
 * Counts deliveries with a separate statement after the locks, so that it sees the claims of nodes that held the locks
 * before.
 */
export async function readQueueCounts(tx: Transaction, readers: readonly Reader[]): Promise<Map<string, QueueCounts>> {
  const rows = await tx.query<QueueCounts>(
    `select a.webhook_id as "webhookId", ${claimedCount('a')}::int as claimed, (
      select count(*)::int from (
        select from webhook_deliveries d
        where d.tenant_id = a.tenant_id and d.webhook_id = a.webhook_id and d.claim is null and d.next_at <= now()
        order by d.next_at limit ${maxQueued}
      ) d
    ) as queued
    from unnest($1::bigint[], $2::uuid[]) a(tenant_id, webhook_id)`,
    [plainArray(readers.map(({ tenantId }) => tenantId)), plainArray(readers.map(({ webhookId }) => webhookId))],
  );
  return new Map(rows.map((row) => [row.webhookId, row]));
}

/** A position in the events of a tenant, and the number of events to read after it. */
export interface ReadPosition extends Pick<Reader, 'tenantId' | 'xid' | 'seq' | 'readAt'> {
  readonly max: number;
}

/** SQL of the JSON texts of an event. `previous` is the whole state before an update; `trimPrevious` reduces it. */
const texts = 'e.record::text as record, case when e.record is not null then e.previous::text end as previous';

const size = 'greatest(octet_length(e.record), octet_length(e.previous))';

/** SQL of the columns of `EventContent`, from a subquery that has the texts. */
const contentColumns = `e.record_id as "recordId", case when ${size} <= ${maxContentBytes} then e.record end as record,
  case when ${size} <= ${maxContentBytes} then e.previous end as previous, coalesce(${size} > ${maxContentBytes}, false) as large`;

/**
 * Reads the events after each position in order, with the index of the position. It reads only the months that can
 * contain them: an event is written within its transaction, and no transaction of the application is open for a day.
 */
export async function readEvents(
  tx: Transaction,
  positions: readonly ReadPosition[],
  withContents: boolean,
): Promise<Map<number, StoredEvent[]>> {
  const rows = await tx.query<StoredEvent>(
    `select (g.n - 1)::int as "positionIndex", e.xid::text, e.seq, e.id, e.type, e.occurred_at as at, e.settled, e.quiet, e.actor, ${contentColumns}
     from unnest($1::bigint[], $2::xid8[], $3::bigint[], $4::timestamptz[], $5::int[]) with ordinality
       g(tenant_id, xid, seq, read_at, max, n)
     cross join lateral (select settled_below(t.epoch) as below from tenants t where t.id = g.tenant_id offset 0) s
     cross join lateral (
       -- The inner limit is a literal, so that the planner can use it. The outer limit only ends the read sooner.
       select * from (
         select e.xid, e.seq, e.id, e.type, e.occurred_at, e.xid < s.below as settled, e.quiet, ${actorColumn('e')},
           e.record_id, case when $6::boolean then e.record::text end as record,
           case when $6::boolean and e.record is not null then e.previous::text end as previous
         from events e
         where e.tenant_id = g.tenant_id and (e.xid, e.seq) > (g.xid, g.seq)
           and e.occurred_at >= g.read_at - interval '1 day'
         order by e.xid, e.seq limit ${maxEvents}
       ) e limit g.max
     ) e
     order by g.n, e.xid, e.seq`,
    [
      plainArray(positions.map(({ tenantId }) => tenantId)),
      plainArray(positions.map(({ xid }) => xid)),
      plainArray(positions.map(({ seq }) => seq)),
      plainArray(positions.map(({ readAt }) => readAt.toISOString())),
      plainArray(positions.map(({ max }) => max)),
      withContents,
    ],
  );
  return Map.groupBy(rows.map(trimPrevious), ({ positionIndex }) => positionIndex);
}

/** Reads the contents of events that were read without them. Each is read once for all webhooks that it is sent to. */
export async function readContents(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
): Promise<Map<StoredEvent, EventContent>> {
  if (deliveries.length === 0) return new Map();
  const events = [...new Map(deliveries.map(({ event, reader }) => [event, reader.tenantId]))];
  const rows = await tx.query<EventContent & { n: number }>(
    `select (g.n - 1)::int as n, ${contentColumns}
     from unnest($1::bigint[], $2::xid8[], $3::bigint[], $4::timestamptz[]) with ordinality g(tenant_id, xid, seq, at, n)
     cross join lateral (
       select e.record_id, ${texts} from events e
       where e.tenant_id = g.tenant_id and e.xid = g.xid and e.seq = g.seq and e.occurred_at = g.at limit 1
     ) e`,
    [
      plainArray(events.map(([, tenantId]) => tenantId)),
      plainArray(events.map(([{ xid }]) => xid)),
      plainArray(events.map(([{ seq }]) => seq)),
      plainArray(events.map(([{ at }]) => at.toISOString())),
    ],
  );
  return new Map(rows.map(({ n, ...row }) => [(events[n] as (typeof events)[number])[0], trimPrevious(row)]));
}

/** Queues deliveries for any node to claim. */
export async function insertQueued(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.query(
    `insert into webhook_deliveries (tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq)
     select * from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::xid8[], $8::bigint[])`,
    [
      plainArray(deliveries.map(({ reader }) => reader.tenantId)),
      plainArray(deliveries.map(({ reader }) => reader.webhookId)),
      plainArray(deliveries.map(({ id }) => id)),
      plainArray(deliveries.map(({ event }) => event.id)),
      deliveries.map(({ type }) => type),
      plainArray(deliveries.map(({ event }) => event.at.toISOString())),
      plainArray(deliveries.map(({ event }) => event.xid)),
      plainArray(deliveries.map(({ event }) => event.seq)),
    ],
  );
}

/** Saves the last event that each webhook has read. */
export async function saveReadPositions(
  tx: Transaction,
  positions: readonly { readonly reader: Reader; readonly last: StoredEvent }[],
): Promise<void> {
  if (positions.length === 0) return;
  await tx.query(
    `update webhook_endpoints e set xid = p.xid, seq = p.seq, read_at = greatest(e.read_at, p.read_at)
     from unnest($1::bigint[], $2::uuid[], $3::xid8[], $4::bigint[], $5::timestamptz[])
       p(tenant_id, webhook_id, xid, seq, read_at)
     where e.tenant_id = p.tenant_id and e.webhook_id = p.webhook_id`,
    [
      positions.map(({ reader }) => reader.tenantId),
      positions.map(({ reader }) => reader.webhookId),
      positions.map(({ last }) => last.xid),
      positions.map(({ last }) => last.seq),
      positions.map(({ last }) => last.at),
    ],
  );
}
