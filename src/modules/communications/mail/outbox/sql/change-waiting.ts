import type { Transaction } from '#db/database.ts';

/** Changes the send time of a waiting mail. Returns false when it is being sent, or was sent. */
export async function reschedule(tx: Transaction, tenantId: string, emailId: string, sendAt: Date): Promise<boolean> {
  const rows = await tx.query(
    `update mail_outbox set next_at = $3::timestamptz
     where tenant_id = $1::bigint and email_id = $2::uuid and claim is null returning 1`,
    [tenantId, emailId, sendAt.toISOString()],
  );
  return rows.length > 0;
}

/** Removes a waiting mail from the outbox. Returns false when it is being sent, or was sent. */
export async function withdraw(tx: Transaction, tenantId: string, emailId: string): Promise<boolean> {
  const rows = await tx.query(
    `delete from mail_outbox where tenant_id = $1::bigint and email_id = $2::uuid and claim is null returning 1`,
    [tenantId, emailId],
  );
  return rows.length > 0;
}
