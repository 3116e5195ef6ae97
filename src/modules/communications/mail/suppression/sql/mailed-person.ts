import type { Transaction } from '#db/database.ts';

/** The contact and the lead of a mail; undefined when the mail was deleted. */
export async function readMailedPerson(
  tx: Transaction,
  tenantId: string,
  emailId: string,
): Promise<{ contactId: string | null; leadId: string | null } | undefined> {
  const [mail] = await tx.query<{ contactId: string | null; leadId: string | null }>(
    `select contact_id as "contactId", lead_id as "leadId" from communications_emails
     where tenant_id = $1::bigint and id = $2::uuid`,
    [tenantId, emailId],
  );
  return mail;
}
