import type { Transaction } from '#db/database.ts';

/** Marks the folders for another backfill, because the user wants more old messages. */
export const reopenBackfill = (tx: Transaction, tenantId: string, connectionId: string): Promise<unknown> =>
  tx.query('update mailbox_folders set backfilled = false where tenant_id = $1::bigint and connection_id = $2::uuid', [
    tenantId,
    connectionId,
  ]);
