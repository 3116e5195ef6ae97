import type { Transaction } from '#db/database.ts';

/** Locks conversations in the order of their ids, so that two transactions that lock several do not wait for each other. */
export const lockConversations = (tx: Transaction, tenantId: string, ids: readonly string[]): Promise<unknown> =>
  tx.query(
    `select from communications_conversations c where c.tenant_id = $1::bigint and c.id = any($2::uuid[])
     order by c.id for no key update`,
    [tenantId, ids],
  );
