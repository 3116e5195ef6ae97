import type { Transaction } from '#db/database.ts';
import { leaseMs } from '../queue.ts';

/**
 * Notes that the mails are about to be handed over. From here on a mail is never sent again by itself. Returns the ids of those
 * that may go: the others are cancelled, claimed by another node, of a paused batch or a suspended tenant.
 */
export async function startMails(
  tx: Transaction,
  tenantId: string,
  claim: string,
  emailIds: readonly string[],
): Promise<Set<string>> {
  if (emailIds.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `update mail_outbox o set started_at = clock_timestamp(), lease_until = clock_timestamp() + $4::int * interval '1 millisecond'
     where o.tenant_id = $1::bigint and o.email_id = any($3::uuid[]) and o.claim = $2::uuid
       and exists (select from tenants n where n.id = $1::bigint and n.status = 'active')
       and (o.batch_id is null or exists (
         select from mail_batches b where b.tenant_id = $1::bigint and b.id = o.batch_id and b.status = 'sending'))
     returning o.email_id as id`,
    [tenantId, claim, emailIds, leaseMs],
  );
  return new Set(rows.map(({ id }) => id));
}
