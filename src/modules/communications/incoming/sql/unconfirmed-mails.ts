import type { Transaction } from '#db/database.ts';

/** Locks the mails that were handed to the server of this mailbox without an answer, and returns their ids. */
export async function lockUnconfirmed(
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  emailIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select e.id from communications_emails e where e.tenant_id = $1::bigint and e.id = any($3::uuid[])
       and e.connection_id = $2::text and e.status = 'failed' and e.unconfirmed order by e.id for no key update`,
    [tenantId, connectionId, emailIds],
  );
  return rows.map(({ id }) => id);
}
