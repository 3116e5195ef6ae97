import type { Transaction } from '#db/database.ts';
import { socialChannel } from '../../posts/sql/outbox-rows.ts';

/** Schedules a connected account to be read at once. */
export async function wakeAccount(tx: Transaction, tenantId: string, connectionId: string): Promise<void> {
  await tx.query(
    `insert into social_accounts (tenant_id, connection_id) values ($1::bigint, $2::uuid)
     on conflict (tenant_id, connection_id) do update set retry_at = null, failures = 0, inbox_at = now(), metrics_at = now()`,
    [tenantId, connectionId],
  );
  await tx.query(`select pg_notify('${socialChannel}', '')`);
}
