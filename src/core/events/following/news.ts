import type { Transaction } from '#db/database.ts';
import { settledBelow } from '../events.ts';
import type { Position } from '../feed.ts';

/** An event that a follower reads. */
export interface News {
  /** True for an event that the follower itself wrote. */
  readonly own: boolean;
  readonly xid: string;
  readonly seq: string;
  readonly at: Date;
  readonly type: string;
  /** `module.slug`, or the name of other events. */
  readonly model: string;
  readonly id: string | null;
  /** How many workflows led to the event, one after another. */
  readonly depth: number;
}

export interface NewsRequest {
  readonly tenantId: string;
  /** The name of the follower, with which the ids of its requests begin. */
  readonly follower: string;
  readonly position: Position;
  readonly limit: number;
  /** SQL of further columns over the event `e`, with their names. */
  readonly columns?: Readonly<Record<string, string>>;
  /** The values of parameters in `columns`, from `$6` on. */
  readonly values?: readonly unknown[];
}

/**
 * The settled events after a position, in order, and whether there are further ones. Those may be settled by now: an older
 * transaction may have ended after the events were read, and nothing else would tell the follower about them.
 */
export async function readNews<More extends object = object>(
  tx: Transaction,
  { tenantId, follower, position: { xid, seq, at }, limit, columns = {}, values: more = [] }: NewsRequest,
): Promise<{ news: (News & More)[]; unsettled: boolean }> {
  const since = new Date(Math.max(0, at - 86_400_000)).toISOString();
  const values = [tenantId, xid, seq, since];
  const further = Object.entries(columns).map(([name, sql]) => `, ${sql} as "${name}"`);
  const news = await tx.query<News & More>(
    `select e.request_id like '${follower} %' as own, e.xid::text as xid, e.seq::text as seq, e.occurred_at as at, e.type, e.model,
       e.record_id as id, e.depth${further.join('')}
     from events e where e.tenant_id = $1::bigint and (e.xid, e.seq) > ($2::xid8, $3::bigint) and e.xid < ${settledBelow}
       and e.occurred_at >= $4::timestamptz order by e.xid, e.seq limit $5::int`,
    [...values, limit, ...more],
  );
  const last = news.at(-1) ?? { xid, seq };
  const [row] = await tx.query<{ unsettled: boolean }>(
    `select exists (select from events e where e.tenant_id = $1::bigint and (e.xid, e.seq) > ($2::xid8, $3::bigint)
       and e.occurred_at >= $4::timestamptz) as unsettled`,
    [tenantId, last.xid, last.seq, since],
  );
  return { news, unsettled: row?.unsettled ?? false };
}

/** The position after the events that were read. */
export function positionAfter(position: Position, news: readonly News[]): Position {
  const last = news.at(-1);
  return last ? { xid: last.xid, seq: last.seq, at: Math.max(position.at, last.at.getTime()) } : position;
}
