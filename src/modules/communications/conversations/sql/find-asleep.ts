import type { Transaction } from '#db/database.ts';

/** Which of the conversations a reply opens again. */
export async function findAsleep(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select c.id from communications_conversations c where c.tenant_id = $1::bigint and c.id = any($2::uuid[])
       and c.status in ('closed', 'snoozed', 'pending')`,
    [tenantId, ids],
  );
  return rows.map(({ id }) => id);
}
