import { LeasedTable } from '#core/queue/leased-table.ts';
import type { Database, Transaction } from '#db/database.ts';

/**
 * A node claims a mailbox until it stops, so the node is the claim. Another node takes over the mailboxes of a dead
 * node within 40 s.
 */
export const mailboxTable = new LeasedTable({
  table: 'mailbox_leases',
  key: 'connection_id',
  claim: 'node',
  leaseMs: 30_000,
});

export interface Lease {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly connectionId: string;
  readonly failures: number;
  /** The time, as text, of a user's request to read the mailbox now; null when it was answered. */
  readonly requestedAt: string | null;
  readonly dueInMs: number;
}

const columns = `q.tenant_id as "tenantId", n.account_key as "accountKey", q.connection_id as "connectionId", q.failures,
  case when q.requested_at > coalesce(q.answered_at, '-infinity') then q.requested_at::text end as "requestedAt",
  greatest(0, case when q.next_at = 'infinity' then 1e12 else extract(epoch from q.next_at - clock_timestamp()) * 1000 end)::float8 as "dueInMs"`;

/** Renews all leases of a node. Returns the leases that it still holds. Runs as the platform. */
export const renewLeases = (tx: Transaction, node: string): Promise<Lease[]> =>
  tx.query<Lease>(
    `with held as (
      update mailbox_leases q set ${mailboxTable.renewal} where q.node = $1::uuid and not (${mailboxTable.isFree}) returning *
    )
    select ${columns} from held q join tenants n on n.id = q.tenant_id where n.status = 'active'`,
    [node],
  );

/** Claims mailboxes that no node reads. A mailbox that failed is skipped until its retry time. Runs as the platform. */
export const claimMailboxes = (tx: Transaction, node: string, max: number): Promise<Lease[]> =>
  mailboxTable.claimOfAll<Lease>(tx, node, {
    where: `(${mailboxTable.isDue} or q.failures = 0 and q.next_at <> 'infinity')`,
    orderBy: 'q.next_at',
    max,
    returning: columns,
  });

/** Lets other nodes read these mailboxes at once. Runs as the platform. */
export const releaseLeases = (tx: Transaction, node: string, connectionIds?: readonly string[]): Promise<unknown> =>
  tx.query(
    `update mailbox_leases q set ${mailboxTable.release}
     where q.node = $1::uuid and ($2::uuid[] is null or q.connection_id = any($2::uuid[]))`,
    [node, connectionIds ?? null],
  );

/** The number of mailboxes that each live node should have, this one included. */
export async function fairShare(db: Database, node: string): Promise<number> {
  const nodes = await db.transaction('0', async (tx) => {
    await tx.query('delete from mailbox_nodes where tenant_id = 0 and alive_until < now()');
    await tx.query(
      `insert into mailbox_nodes (tenant_id, node, alive_until) values (0, $1::uuid, now() + $2::float8 * interval '1 millisecond')
       on conflict (tenant_id, node) do update set alive_until = excluded.alive_until`,
      [node, mailboxTable.leaseMs],
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

/** Thrown when another node reads the mailbox now, or it was disconnected. */
export class LeaseLost extends Error {}

/** Locks the lease until the transaction ends, so that nothing is written for a mailbox of another node. */
export async function requireLease(
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  node: string,
): Promise<void> {
  if (!(await mailboxTable.of(tx, tenantId, node).lock(connectionId)))
    throw new LeaseLost('another node reads the mailbox');
}
