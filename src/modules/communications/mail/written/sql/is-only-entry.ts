import type { Transaction } from '#db/database.ts';

/** True when a conversation has no other mail and no comment. */
export async function isOnlyEntry(
  tx: Transaction,
  tenantId: string,
  conversationId: string,
  emailId: string,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from communications_emails e where e.tenant_id = $1::bigint and e.conversation_id = $2::uuid and e.id <> $3::uuid
     union all
     select 1 from communications_comments c where c.tenant_id = $1::bigint and c.conversation_id = $2::uuid limit 1`,
    [tenantId, conversationId, emailId],
  );
  return rows.length === 0;
}
