import type { Transaction } from '#db/database.ts';

/** The ids of the mails or comments of conversations. */
export async function recordsOfConversations(
  tx: Transaction,
  tenantId: string,
  kind: 'emails' | 'comments',
  conversationIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from communications_${kind} where tenant_id = $1::bigint and conversation_id = any($2::uuid[]) order by id`,
    [tenantId, conversationIds],
  );
  return rows.map(({ id }) => id);
}
