import type { Transaction } from '#db/database.ts';

/** Why a mailbox does not work; null when it does. */
export async function readMailboxError(tx: Transaction, tenantId: string, id: string): Promise<string | null> {
  const [row] = await tx.query<{ error: string | null }>(
    `select m.error from communications_mailbox_connections m where m.tenant_id = $1::bigint and m.id = $2::uuid`,
    [tenantId, id],
  );
  return row?.error ?? null;
}
