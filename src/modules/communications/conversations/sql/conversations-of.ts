import type { Transaction } from '#db/database.ts';

/** The conversations of mails. */
export async function conversationsOf(
  tx: Transaction,
  tenantId: string,
  emailIds: readonly string[],
): Promise<string[]> {
  if (emailIds.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `select distinct e.conversation_id as id from communications_emails e
     where e.tenant_id = $1::bigint and e.id = any($2::uuid[]) and e.conversation_id is not null`,
    [tenantId, emailIds],
  );
  return rows.map(({ id }) => id);
}
