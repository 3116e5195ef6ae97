import type { Transaction } from '#db/database.ts';

/** The ids of all mails and comments of conversations. */
export async function findMessages(
  tx: Transaction,
  tenantId: string,
  conversationIds: readonly string[],
): Promise<{ emailIds: string[]; commentIds: string[] }> {
  const [row] = await tx.query<{ emailIds: string[]; commentIds: string[] }>(
    `select array(select e.id from communications_emails e where e.tenant_id = $1::bigint and e.conversation_id = any($2::uuid[])) as "emailIds",
       array(select m.id from communications_comments m where m.tenant_id = $1::bigint and m.conversation_id = any($2::uuid[])) as "commentIds"`,
    [tenantId, conversationIds],
  );
  return row ?? { emailIds: [], commentIds: [] };
}
