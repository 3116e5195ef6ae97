import type { Transaction } from '#db/database.ts';
import { contactAddresses } from '../../../sales/contract.ts';

/** Stores addresses of mails without a contact, to link the mails when a contact gets the address. */
export const addUnlinked = (
  tx: Transaction,
  tenantId: string,
  rows: readonly { readonly address: string; readonly emailId: string }[],
) =>
  tx.query(
    `insert into mailbox_unlinked (tenant_id, address, email_id)
     select $1::bigint, u.address, u.email_id from unnest($2::text[], $3::uuid[]) u(address, email_id) on conflict do nothing`,
    [tenantId, rows.map(({ address }) => address), rows.map(({ emailId }) => emailId)],
  );

/** Tenants with mails that have no contact. Runs as the platform. */
export const tenantsWithUnlinked = (tx: Transaction): Promise<{ id: string; accountKey: string }[]> =>
  tx.query(
    `select t.id, t.account_key as "accountKey" from tenants t
     where t.status = 'active' and exists (select from mailbox_unlinked u where u.tenant_id = t.id) order by t.id`,
  );

export interface LinkableMail {
  readonly emailId: string;
  readonly contactId: string;
  readonly accountId: string | null;
  readonly conversationId: string | null;
}

/** Mails without a contact whose address now belongs to a contact. */
export const findLinkable = (tx: Transaction, tenantId: string, limit: number): Promise<LinkableMail[]> =>
  tx.query<LinkableMail>(
    `select distinct on (u.email_id) u.email_id as "emailId", c.id as "contactId", c.account_id as "accountId",
       e.conversation_id as "conversationId"
     from ${contactAddresses('$1::bigint')} c
     join mailbox_unlinked u on u.tenant_id = $1::bigint and u.address = c.address
     left join communications_emails e on e.tenant_id = $1::bigint and e.id = u.email_id
     order by u.email_id, c.id limit $2::int`,
    [tenantId, limit],
  );

export const deleteUnlinked = (tx: Transaction, tenantId: string, emailIds: readonly string[]) =>
  tx.query('delete from mailbox_unlinked where tenant_id = $1::bigint and email_id = any($2::uuid[])', [
    tenantId,
    emailIds,
  ]);
