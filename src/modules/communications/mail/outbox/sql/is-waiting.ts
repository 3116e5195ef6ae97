import type { Transaction } from '#db/database.ts';

/** True when the mail is in the outbox, which sends it with the content of its record at that time. */
export async function isWaiting(tx: Transaction, tenantId: string, emailId: string): Promise<boolean> {
  const rows = await tx.query('select 1 from mail_outbox where tenant_id = $1::bigint and email_id = $2::uuid', [
    tenantId,
    emailId,
  ]);
  return rows.length > 0;
}
