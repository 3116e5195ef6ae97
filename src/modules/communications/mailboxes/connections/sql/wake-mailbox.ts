import type { Transaction } from '#db/database.ts';
import { mailboxChannel } from '../../sync-requests.ts';

/**
 * Schedules the mailbox for reading now, even when it was paused or waits after a failure. Adds a lease when it has
 * none yet.
 */
export async function wakeMailbox(tx: Transaction, tenantId: string, connectionId: string): Promise<void> {
  await tx.query(
    `insert into mailbox_leases as l (tenant_id, connection_id) values ($1::bigint, $2::uuid)
     on conflict (tenant_id, connection_id) do update set next_at = now(), failures = 0`,
    [tenantId, connectionId],
  );
  await tx.query(`select pg_notify('${mailboxChannel}', '')`);
}
