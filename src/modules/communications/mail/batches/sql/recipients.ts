import type { Transaction } from '#db/database.ts';
import type { Recipient } from '../../queue/batch.ts';

export interface Member extends Recipient {
  readonly id: string;
}

/** Subscribed members of a list, in the order of their ids. */
export const readMembers = (
  tx: Transaction,
  tenantId: string,
  emailListId: string,
  after: string | null,
  limit: number,
): Promise<Member[]> =>
  tx.query<Member>(
    `select m.id, m.email, m.name, m.contact_id as "contactId", m.variables from communications_email_list_members m
     where m.tenant_id = $1::bigint and m.email_list_id = $2::uuid and m.status = 'subscribed'
       and m.id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
     order by m.id limit ${limit}`,
    [tenantId, emailListId, after],
  );

export interface ListedRecipients {
  readonly emails: readonly string[];
  readonly contactIds: readonly string[];
  readonly unsubscribed: readonly string[];
  readonly segmentId: string | null;
}

/** Reads the recipients of a list; undefined when the list does not exist. */
export async function readListed(tx: Transaction, tenantId: string, id: string): Promise<ListedRecipients | undefined> {
  const [row] = await tx.query<ListedRecipients>(
    `select coalesce(emails, '{}') as emails, coalesce(contact_ids, '{}') as "contactIds",
       coalesce(unsubscribed_emails, '{}') as unsubscribed, segment_id as "segmentId"
     from communications_email_lists where tenant_id = $1::bigint and id = $2::uuid`,
    [tenantId, id],
  );
  return row;
}

/** Addresses that are already frozen for the mailing, in lower case. */
export async function frozenAddresses(
  tx: Transaction,
  tenantId: string,
  snapshotId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ email: string }>(
    `select c.email_folded as email from communications_email_snapshot_contacts c
     where c.tenant_id = $1::bigint and c.email_snapshot_id = $2::uuid and c.email_folded = any($3::text[])`,
    [tenantId, snapshotId, addresses],
  );
  return new Set(rows.map(({ email }) => email));
}
