import type { Transaction } from '#db/database.ts';

/** Locks the conversations of mails, in the order of their ids, and returns them. */
export async function lockConversationsOf(
  tx: Transaction,
  tenantId: string,
  emailIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select c.id from communications_conversations c where c.tenant_id = $1::bigint and c.id in (
       select e.conversation_id from communications_emails e where e.tenant_id = $1::bigint and e.id = any($2::uuid[]))
     order by c.id for update`,
    [tenantId, emailIds],
  );
  return rows.map(({ id }) => id);
}
