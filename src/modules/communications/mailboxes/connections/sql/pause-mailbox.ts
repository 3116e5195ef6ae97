import type { Transaction } from '#db/database.ts';

/** Pauses the synchronisation of the mailbox until its user connects it again. */
export const pauseMailbox = (tx: Transaction, tenantId: string, connectionId: string): Promise<unknown> =>
  tx.query(
    `update mailbox_leases set next_at = 'infinity', state = 'needsReauthorization'
     where tenant_id = $1::bigint and connection_id = $2::uuid`,
    [tenantId, connectionId],
  );

/** Ends the pause: the mailbox works again. */
export const resumeMailbox = (tx: Transaction, tenantId: string, connectionId: string): Promise<unknown> =>
  tx.query(
    `update mailbox_leases set next_at = now(), failures = 0
     where tenant_id = $1::bigint and connection_id = $2::uuid and next_at = 'infinity'`,
    [tenantId, connectionId],
  );
