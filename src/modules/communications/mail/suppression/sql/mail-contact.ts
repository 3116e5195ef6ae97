import type { Transaction } from '#db/database.ts';

/** The contact of a mail; undefined when the mail was deleted. */
export async function readMailContact(
  tx: Transaction,
  tenantId: string,
  emailId: string,
): Promise<{ contactId: string | null } | undefined> {
  const [mail] = await tx.query<{ contactId: string | null }>(
    `select contact_id as "contactId" from communications_emails where tenant_id = $1::bigint and id = $2::uuid`,
    [tenantId, emailId],
  );
  return mail;
}
