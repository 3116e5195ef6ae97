import type { Transaction } from '#db/database.ts';
import type { Position } from '../feed.ts';

/** How far a follower has got in a tenant, and what it has to remember for its next turn. */
export interface Followed<State> {
  readonly position: Position;
  readonly state: State;
}

interface FollowerKey {
  readonly follower: string;
  readonly tenantId: string;
}

/**
 * Begins to follow the events of a tenant after the position. When that is done already, only the properties of `state`
 * are added to the stored state. Without any, it does not wait for a turn, which may wait for what the caller has locked.
 */
export function insertFollower(
  tx: Transaction,
  { follower, tenantId }: FollowerKey,
  { position: { xid, seq, at }, state }: Followed<object>,
): Promise<unknown> {
  const change = Object.keys(state).length === 0 ? 'nothing' : 'update set state = f.state || excluded.state';
  return tx.query(
    `insert into event_followers as f (tenant_id, follower, xid, seq, read_to, state)
     values ($1::bigint, $2::text, $3::xid8, $4::bigint, $5::timestamptz, $6::jsonb)
     on conflict (tenant_id, follower) do ${change}`,
    [tenantId, follower, xid, seq, new Date(at).toISOString(), JSON.stringify(state)],
  );
}

/** Locks the state of a tenant. `ended`: the tenant is not followed any more. `busy`: another node has a turn now. */
export async function lockFollower<State>(
  tx: Transaction,
  { follower, tenantId }: FollowerKey,
): Promise<Followed<State> | 'ended' | 'busy'> {
  const key = [tenantId, follower];
  const [row] = await tx.query<{ xid: string; seq: string; at: Date; state: State }>(
    `select xid::text as xid, seq::text as seq, read_to as at, state from event_followers
     where tenant_id = $1::bigint and follower = $2::text for update skip locked`,
    key,
  );
  if (row) return { position: { xid: row.xid, seq: row.seq, at: row.at.getTime() }, state: row.state };
  const existing = await tx.query(
    'select from event_followers where tenant_id = $1::bigint and follower = $2::text',
    key,
  );
  return existing.length > 0 ? 'busy' : 'ended';
}

/** Locks the state of a tenant, after the turn of another node. */
export const waitForFollower = (tx: Transaction, { follower, tenantId }: FollowerKey): Promise<unknown> =>
  tx.query('select from event_followers where tenant_id = $1::bigint and follower = $2::text for update', [
    tenantId,
    follower,
  ]);

export const saveFollower = (
  tx: Transaction,
  { follower, tenantId }: FollowerKey,
  { position: { xid, seq, at }, state }: Followed<unknown>,
): Promise<unknown> =>
  tx.query(
    `update event_followers set xid = $3::xid8, seq = $4::bigint, read_to = $5::timestamptz, state = $6::jsonb
     where tenant_id = $1::bigint and follower = $2::text`,
    [tenantId, follower, xid, seq, new Date(at).toISOString(), JSON.stringify(state)],
  );

export const deleteFollower = (tx: Transaction, { follower, tenantId }: FollowerKey): Promise<unknown> =>
  tx.query('delete from event_followers where tenant_id = $1::bigint and follower = $2::text', [tenantId, follower]);

/** The tenants that a follower follows. */
export async function followedTenants(tx: Transaction, follower: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select tenant_id::text as id from event_followers where follower = $1::text',
    [follower],
  );
  return rows.map(({ id }) => id);
}
