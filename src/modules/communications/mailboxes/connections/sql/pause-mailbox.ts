import type { Transaction } from '#db/database.ts';

/** Nobody reads the mailbox until its user connects it again. */
export const pauseMailbox = (tx: Transaction, tenantId: string, connectionId: string): Promise<unknown> =>
  tx.query(
    `update mailbox_leases set next_at = 'infinity', state = 'needsReauthorization'
     where tenant_id = $1::bigint and connection_id = $2::uuid`,
    [tenantId, connectionId],
  );
