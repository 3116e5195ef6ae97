import type { Transaction } from '#db/database.ts';

/** True when a snoozed conversation is due. Locks it until the transaction ends. */
export async function findAwake(tx: Transaction, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select from communications_conversations c where c.tenant_id = $1::bigint and c.id = $2::uuid
       and c.status = 'snoozed' and c.snoozed_until <= clock_timestamp() for no key update`,
    [tenantId, id],
  );
  return rows.length > 0;
}
