import { settledBelow } from '#core/events/events.ts';
import type { Position } from '#core/events/feed.ts';
import type { Transaction } from '#db/database.ts';
import type { Scored } from '../../scoring/read-rules.ts';

/** The state of a tenant whose leads are scored or routed. */
export interface Follower {
  readonly position: Position;
  /** For each model whose records are all scored again: the id of the last one that was. */
  readonly rescore: Readonly<Partial<Record<Scored, string>>>;
}

/** Begins to follow the events of a tenant, unless that is done already, and has all records of the models scored again. */
export const startFollowing = (
  tx: Transaction,
  tenantId: string,
  { xid, seq, at }: Position,
  rescore: Follower['rescore'],
): Promise<unknown> =>
  tx.query(
    `insert into lead_followers as f (tenant_id, xid, seq, read_to, rescore)
     values ($1::bigint, $2::xid8, $3::bigint, $4::timestamptz, $5::jsonb)
     on conflict (tenant_id) do update set rescore = f.rescore || excluded.rescore`,
    [tenantId, xid, seq, new Date(at).toISOString(), JSON.stringify(rescore)],
  );

/** Locks the state of a tenant. `ended`: the tenant has no rules any more. `busy`: another node follows it now. */
export async function lockFollower(tx: Transaction, tenantId: string): Promise<Follower | 'ended' | 'busy'> {
  const [row] = await tx.query<{ xid: string; seq: string; at: Date; rescore: Follower['rescore'] }>(
    `select xid::text as xid, seq::text as seq, read_to as at, rescore from lead_followers
     where tenant_id = $1::bigint for update skip locked`,
    [tenantId],
  );
  if (row) return { position: { xid: row.xid, seq: row.seq, at: row.at.getTime() }, rescore: row.rescore };
  const existing = await tx.query('select from lead_followers where tenant_id = $1::bigint', [tenantId]);
  return existing.length > 0 ? 'busy' : 'ended';
}

export const saveFollower = (
  tx: Transaction,
  tenantId: string,
  { position: { xid, seq, at }, rescore }: Follower,
): Promise<unknown> =>
  tx.query(
    `update lead_followers set xid = $2::xid8, seq = $3::bigint, read_to = $4::timestamptz, rescore = $5::jsonb
     where tenant_id = $1::bigint`,
    [tenantId, xid, seq, new Date(at).toISOString(), JSON.stringify(rescore)],
  );

export const stopFollowing = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query('delete from lead_followers where tenant_id = $1::bigint', [tenantId]);

/** All tenants whose leads are scored or routed. */
export async function followedTenants(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>('select tenant_id::text as id from lead_followers');
  return rows.map(({ id }) => id);
}

/** The requests of the follower itself. It does not follow what it writes. */
export const ownRequests = 'lead rules';

/** A change that may change scores or owners. */
export interface News {
  /** True for a change that the follower itself wrote. */
  readonly own: boolean;
  readonly xid: string;
  readonly seq: string;
  readonly at: Date;
  readonly type: string;
  readonly model: string;
  readonly id: string | null;
  /** The owner of a new lead. */
  readonly ownerId: string | null;
  /** True for a new lead whose owner is only the user for whom a form or import made it. */
  readonly ownedByDefault: boolean;
  /** Values of reference fields, for records that count as events. */
  readonly links: Readonly<Record<string, string | null>> | null;
}

/** The models whose events are read, with the fields of theirs that refer to leads and contacts. */
export type Watched = ReadonlyMap<string, readonly string[]>;

/** The settled events after a position, and whether more of them wait for an older transaction. */
export async function readNews(
  tx: Transaction,
  tenantId: string,
  { xid, seq, at }: Position,
  watched: Watched,
  limit: number,
): Promise<{ news: News[]; unsettled: boolean }> {
  const since = new Date(Math.max(0, at - 86_400_000)).toISOString();
  const keys = [...new Set([...watched.values()].flat())];
  const state = 'coalesce(e.record, e.previous)';
  const links = keys.map((key) => `'${key}', ${state}->>'${key}'`).join(', ');
  const values = [tenantId, xid, seq, since];
  const news = await tx.query<News>(
    `select e.request_id like '${ownRequests} %' as own, e.xid::text as xid, e.seq::text as seq, e.occurred_at as at, e.type, e.model, e.record_id as id,
       case when e.type = 'lead.created' then e.record->>'ownerId' end as "ownerId",
       (e.type = 'lead.created' and e.via in ('form', 'import') and e.record->>'ownerId' = e.actor_id::text) is true as "ownedByDefault",
       case when e.model = any($5::text[]) then json_build_object(${links}) end as links
     from events e where e.tenant_id = $1::bigint and (e.xid, e.seq) > ($2::xid8, $3::bigint) and e.xid < ${settledBelow}
       and e.occurred_at >= $4::timestamptz order by e.xid, e.seq limit $6::int`,
    [...values, [...watched].flatMap(([model, fields]) => (fields.length > 0 ? [model] : [])), limit],
  );
  const [row] = await tx.query<{ unsettled: boolean }>(
    `select exists (select from events e where e.tenant_id = $1::bigint and (e.xid, e.seq) > ($2::xid8, $3::bigint)
       and e.xid >= ${settledBelow} and e.occurred_at >= $4::timestamptz) as unsettled`,
    values,
  );
  return { news, unsettled: row?.unsettled ?? false };
}
