import type { Database, Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import { matchesEvent } from '../event-patterns.ts';

/** Events that are looked at in one go. */
const largestBatch = 1000;

/** A webhook and how far it has read. */
interface Reader {
  readonly tenantId: string;
  readonly webhookId: string;
  readonly events: readonly string[];
  readonly xid: string;
  readonly seq: string;
  readonly readAt: Date;
  readonly sendsFrom: Date | number;
}

interface SpineEvent {
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

export interface Endpoint {
  readonly tenantId: string;
  readonly webhookId: string;
}

export interface Matched {
  /** Webhooks that have deliveries now, with how many. */
  readonly endpoints: readonly (Endpoint & { readonly added: number })[];
  /** Tenants that have more events to look at: at once, or when older transactions have ended. */
  readonly more: readonly string[];
  readonly unsettled: readonly string[];
}

/**
 * Looks at the events of some tenants that their webhooks have not seen, makes a delivery for each match, and moves the
 * webhooks on, in one transaction. Nodes take turns on the rows of the webhooks, so that each event is seen once. It stays
 * below the oldest transaction under way, so that one that commits late is not passed over. `most` is of events, for each
 * place that is read from.
 */
export function match(db: Database, tenants: readonly string[], most: number): Promise<Matched> {
  const batch = Math.min(largestBatch, most);
  return db.queue(async (tx) => {
    const readers = await lockReaders(tx, tenants);
    if (readers.length === 0) return { endpoints: [], more: [], unsettled: [] };
    // Webhooks of a tenant that have read equally far are read for together.
    const groups = [...Map.groupBy(readers, ({ tenantId, xid, seq }) => `${tenantId} ${xid} ${seq}`).values()];
    const events = await readEvents(
      tx,
      groups.map((group) => group[0] as Reader),
      batch,
    );
    const found = groups.map((group, n) => {
      const following = events.get(n) ?? [];
      return { group, settled: following.filter((event) => event.settled), all: following };
    });
    const deliveries = found.flatMap(({ group, settled }) => group.flatMap((reader) => deliveriesOf(reader, settled)));
    await insertDeliveries(tx, deliveries);
    await moveOn(
      tx,
      found.flatMap(({ group, settled }) => {
        const last = settled.at(-1);
        return last ? group.map((reader) => ({ reader, last })) : [];
      }),
    );
    const tenantOf = ({ group }: { group: readonly Reader[] }) => group[0]?.tenantId ?? '';
    const counts = Map.groupBy(deliveries, ({ reader }) => reader);
    return {
      endpoints: [...counts].map(([{ tenantId, webhookId }, some]) => ({ tenantId, webhookId, added: some.length })),
      more: found.filter(({ settled }) => settled.length === batch).map(tenantOf),
      unsettled: found.filter(({ settled, all }) => settled.length < all.length).map(tenantOf),
    };
  });
}

interface NewDelivery {
  readonly reader: Reader;
  readonly event: SpineEvent;
}

const deliveriesOf = (reader: Reader, events: readonly SpineEvent[]): NewDelivery[] =>
  events
    .filter(
      ({ type, at }) =>
        at.getTime() >= Number(reader.sendsFrom) && reader.events.some((pattern) => matchesEvent(pattern, type)),
    )
    .map((event) => ({ reader, event }));

const lockReaders = (tx: Transaction, tenants: readonly string[]): Promise<Reader[]> =>
  tx.query<Reader>(
    `select e.tenant_id as "tenantId", e.webhook_id as "webhookId", w.events, e.xid::text, e.seq, e.read_at as "readAt",
      e.sends_from as "sendsFrom"
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
async function readEvents(
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

async function insertDeliveries(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.query(
    `insert into webhook_deliveries (tenant_id, webhook_id, id, event_id, type, event_at, event_xid, event_seq)
     select * from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::xid8[], $8::bigint[])`,
    [
      deliveries.map(({ reader }) => reader.tenantId),
      deliveries.map(({ reader }) => reader.webhookId),
      deliveries.map(() => newId()),
      deliveries.map(({ event }) => event.id),
      deliveries.map(({ event }) => event.type),
      deliveries.map(({ event }) => event.at),
      deliveries.map(({ event }) => event.xid),
      deliveries.map(({ event }) => event.seq),
    ],
  );
}

async function moveOn(
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
