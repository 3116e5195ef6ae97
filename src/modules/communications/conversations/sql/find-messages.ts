import type { Transaction } from '#db/database.ts';

/** The ids of all mails and comments of a conversation. */
export async function findMessages(
  tx: Transaction,
  tenantId: string,
  conversationId: string,
): Promise<{ emailIds: string[]; commentIds: string[] }> {
  const [row] = await tx.query<{ emailIds: string[]; commentIds: string[] }>(
    `select array(select e.id from communications_emails e where e.tenant_id = $1::bigint and e.conversation_id = $2::uuid) as "emailIds",
       array(select m.id from communications_comments m where m.tenant_id = $1::bigint and m.conversation_id = $2::uuid) as "commentIds"`,
    [tenantId, conversationId],
  );
  return row ?? { emailIds: [], commentIds: [] };
}
