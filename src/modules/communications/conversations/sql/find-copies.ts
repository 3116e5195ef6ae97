import type { Transaction } from '#db/database.ts';

/** Finds the mailboxes that hold these mails. */
export const findCopies = (
  tx: Transaction,
  tenantId: string,
  emailIds: readonly string[],
  connectionIds: readonly string[],
): Promise<{ emailId: string; connectionId: string }[]> =>
  tx.query(
    `select k.email_id as "emailId", k.connection_id as "connectionId" from mailbox_copies k
     where k.tenant_id = $1::bigint and k.email_id = any($2::uuid[]) and k.connection_id = any($3::uuid[])
     order by k.connection_id, k.email_id`,
    [tenantId, emailIds, connectionIds],
  );
