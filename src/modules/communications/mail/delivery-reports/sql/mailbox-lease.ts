import type { Database } from '#db/database.ts';

/** The mailbox belongs to no tenant. */
const noTenant = '0';

/** Takes or renews the lease; false when another node has it. */
export async function takeLease(db: Database, name: string, node: string, leaseMs: number): Promise<boolean> {
  const rows = await db.transaction(noTenant, (tx) =>
    tx.query(
      `insert into mail_mailbox_leases as l (tenant_id, name, node, expires_at)
       values (0, $1::text, $2::uuid, now() + $3::float8 * interval '1 millisecond')
       on conflict (tenant_id, name) do update set node = excluded.node, expires_at = excluded.expires_at
       where l.node = excluded.node or l.expires_at <= now()
       returning name`,
      [name, node, leaseMs],
    ),
  );
  return rows.length > 0;
}

/** Lets another node read the mailbox at once. */
export async function releaseLease(db: Database, name: string, node: string): Promise<void> {
  await db.transaction(noTenant, (tx) =>
    tx.query('delete from mail_mailbox_leases where tenant_id = 0 and name = $1::text and node = $2::uuid', [
      name,
      node,
    ]),
  );
}
