import type { Database, Transaction } from '#db/database.ts';

/** A node renews its leases every 8 s, so a mailbox of a dead node is read by another within 40 s. */
const leaseMs = 30_000;

export interface Lease {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly connectionId: string;
  readonly failures: number;
  /** When a user asked to read it now, as text; null when that was answered. */
  readonly requestedAt: string | null;
  readonly dueInMs: number;
}

const columns = `l.tenant_id as "tenantId", n.account_key as "accountKey", l.connection_id as "connectionId", l.failures,
  case when l.requested_at > coalesce(l.answered_at, '-infinity') then l.requested_at::text end as "requestedAt",
  greatest(0, case when l.next_at = 'infinity' then 1e12 else extract(epoch from l.next_at - clock_timestamp()) * 1000 end)::float8 as "dueInMs"`;

/** Renews all leases of a node. Returns those that it still has. Runs as the platform. */
export async function renewLeases(tx: Transaction, node: string): Promise<Lease[]> {
  return tx.query<Lease>(
    `with held as (
      update mailbox_leases set lease_until = now() + $2::float8 * interval '1 millisecond'
      where node = $1::uuid and lease_until > now() returning *
    )
    select ${columns} from held l join tenants n on n.id = l.tenant_id where n.status = 'active'`,
    [node, leaseMs],
  );
}

/** Takes mailboxes that nobody reads. One that failed waits for its time. Runs as the platform. */
export async function takeLeases(tx: Transaction, node: string, count: number): Promise<Lease[]> {
  return tx.query<Lease>(
    `with free as (
      select l.tenant_id, l.connection_id from mailbox_leases l join tenants n on n.id = l.tenant_id
      where (l.node is null or l.lease_until <= now()) and (l.next_at <= now() or l.failures = 0 and l.next_at <> 'infinity')
        and n.status = 'active'
      order by l.next_at limit $3::int for update of l skip locked
    ), taken as (
      update mailbox_leases l set node = $1::uuid, lease_until = now() + $2::float8 * interval '1 millisecond'
      from free f where l.tenant_id = f.tenant_id and l.connection_id = f.connection_id returning l.*
    )
    select ${columns} from taken l join tenants n on n.id = l.tenant_id`,
    [node, leaseMs, count],
  );
}

/** Lets other nodes read these mailboxes at once. Runs as the platform. */
export const releaseLeases = (tx: Transaction, node: string, connectionIds?: readonly string[]): Promise<unknown> =>
  tx.query(
    `update mailbox_leases set node = null, lease_until = '-infinity'
     where node = $1::uuid and ($2::uuid[] is null or connection_id = any($2::uuid[]))`,
    [node, connectionIds ?? null],
  );

/** How many mailboxes each of the live nodes should have, this one included. */
export async function fairShare(db: Database, node: string): Promise<number> {
  const nodes = await db.transaction('0', async (tx) => {
    await tx.query('delete from mailbox_nodes where tenant_id = 0 and alive_until < now()');
    await tx.query(
      `insert into mailbox_nodes (tenant_id, node, alive_until) values (0, $1::uuid, now() + $2::float8 * interval '1 millisecond')
       on conflict (tenant_id, node) do update set alive_until = excluded.alive_until`,
      [node, leaseMs],
    );
    const [row] = await tx.query<{ count: number }>('select count(*)::int from mailbox_nodes where tenant_id = 0');
    return row?.count ?? 1;
  });
  const [row] = await db.platform((tx) =>
    tx.query<{ count: number }>(`select count(*)::int from mailbox_leases where next_at <> 'infinity'`),
  );
  return Math.ceil((row?.count ?? 0) / Math.max(1, nodes));
}

export const leaveNodes = (db: Database, node: string): Promise<unknown> =>
  db.transaction('0', (tx) => tx.query('delete from mailbox_nodes where tenant_id = 0 and node = $1::uuid', [node]));

/** Mailboxes of a node that have changes to make at their servers. Runs as the platform. */
export async function connectionsWithChanges(tx: Transaction, node: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select distinct c.connection_id as id from mailbox_changes c
     join mailbox_leases l on l.tenant_id = c.tenant_id and l.connection_id = c.connection_id where l.node = $1::uuid`,
    [node],
  );
  return rows.map(({ id }) => id);
}

/** Another node reads the mailbox now, or it was disconnected. */
export class LeaseLost extends Error {}

/** Locks the lease until the transaction ends, so that nothing is written for a mailbox of another node. */
export async function requireLease(
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  node: string,
): Promise<void> {
  const rows = await tx.query(
    `select 1 from mailbox_leases where tenant_id = $1::bigint and connection_id = $2::uuid and node = $3::uuid for no key update`,
    [tenantId, connectionId, node],
  );
  if (rows.length === 0) throw new LeaseLost('another node reads the mailbox');
}
