import type { Transaction } from '#db/database.ts';

/** The error of a mailbox; null when it works. */
export async function readMailboxError(tx: Transaction, tenantId: string, id: string): Promise<string | null> {
  const [row] = await tx.query<{ error: string | null }>(
    `select m.error from communications_mailbox_connections m where m.tenant_id = $1::bigint and m.id = $2::uuid`,
    [tenantId, id],
  );
  return row?.error ?? null;
}
