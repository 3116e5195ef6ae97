import type { Transaction } from '#db/database.ts';

/** Locks the closed and snoozed conversations among these and returns them, because a new message opens them. */
export async function lockInactiveConversations(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `select id from communications_conversations
     where tenant_id = $1::bigint and id = any($2::uuid[]) and status in ('closed', 'snoozed') order by id for no key update`,
    [tenantId, ids],
  );
  return rows.map(({ id }) => id);
}
