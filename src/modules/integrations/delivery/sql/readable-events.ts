import type { Caller } from '#core/access/caller.ts';
import { readableEvents } from '#core/events/event-access.ts';
import type { Registry } from '#core/models/registry.ts';
import type { Queryable } from '#db/database.ts';
import { inTenant, Params, plainArray, scoped } from '#db/params.ts';

/** The position of an event in the events table; `xid` and `seq` are null for one that is not there, such as a test. */
export interface EventPosition {
  readonly xid: string | null;
  readonly seq: string | null;
  readonly at: Date;
  readonly type: string;
}

/** The indexes and models of the events that the caller may read, with the conditions of the change feed. */
export function readReadableEvents(
  db: Queryable,
  { caller: { tenantId, access }, registry }: { readonly caller: Caller; readonly registry: Registry },
  events: readonly EventPosition[],
): Promise<{ n: number; model: string }[]> {
  const params = new Params(tenantId);
  const xids = params.add(plainArray(events.map(({ xid }) => String(xid))), 'xid8[]');
  const seqs = params.add(plainArray(events.map(({ seq }) => String(seq))), 'bigint[]');
  const times = params.add(plainArray(events.map(({ at }) => at.toISOString())), 'timestamptz[]');
  const readable = readableEvents(access, registry, 'e', params, { accounts: true });
  return db.query(
    `select s.n, s.model from ${scoped(
      's',
      `select (g.n - 1)::int as n, e.model
         from unnest(${xids}, ${seqs}, ${times}) with ordinality g(xid, seq, at, n)
         cross join lateral (
           select e.model from events e
           where ${inTenant('e')} and e.xid = g.xid and e.seq = g.seq and e.occurred_at = g.at and ${readable} limit 1
         ) e`,
    )}`,
    params.values,
  );
}
