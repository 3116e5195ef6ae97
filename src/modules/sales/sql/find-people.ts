import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export interface FoundContact {
  readonly id: string;
  readonly address: string;
  readonly accountId: string | null;
}

/**
 * The contacts with these addresses, by address. A main address precedes a second one; among several the oldest wins.
 */
export async function contactsByAddress(
  tx: Transaction,
  tenantId: string,
  addresses: readonly string[],
  asWritten: readonly string[],
): Promise<Map<string, FoundContact>> {
  const rows = await tx.query<FoundContact>(
    `select distinct on (address) address, id, account_id as "accountId" from (
      select 1 as place, email_folded as address, id, account_id from sales_contacts
      where tenant_id = $1::bigint and email_folded = any($2::text[])
      union all
      select 2, lower(s.address), c.id, c.account_id from sales_contacts c cross join unnest(c.secondary_emails) s(address)
      where c.tenant_id = $1::bigint and c.secondary_emails && $3::text[] and lower(s.address) = any($2::text[])
    ) c order by address, place, id`,
    [tenantId, addresses, [...new Set([...addresses, ...asWritten])]],
  );
  return new Map(rows.map((row) => [row.address, row]));
}

/** Unconverted leads, by address. */
export async function leadsByAddress(
  tx: Transaction,
  tenantId: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ address: string; id: string }>(
    `select distinct on (email_folded) email_folded as address, id from sales_leads
     where tenant_id = $1::bigint and email_folded = any($2::text[]) and converted_at is null and status is distinct from 'converted'
     order by email_folded, id`,
    [tenantId, addresses],
  );
  return new Map(rows.map(({ address, id }) => [address, id]));
}

/** The leads with these addresses that were not converted, the oldest of each, by address in lower case. */
export async function findLeads(
  db: Queryable,
  tenantId: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await db.query<{ email: string; id: string }>(
    `select l.* from ${scoped(
      'l',
      `select distinct on (l.email_folded) l.email_folded as email, l.id from sales_leads l
       where ${inTenant('l')} and l.email_folded = any($2::text[]) and l.converted_at is null
       order by l.email_folded, l.created_at, l.id`,
    )}`,
    [tenantId, addresses.map((address) => address.toLowerCase())],
  );
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/** The contacts that these leads were converted to, by the id of the lead. */
export async function convertedContacts(
  db: Queryable,
  tenantId: string,
  leadIds: readonly string[],
): Promise<Map<string, string>> {
  if (leadIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; contactId: string }>(
    `select l.* from ${scoped(
      'l',
      `select l.id, l.converted_contact_id as "contactId" from sales_leads l
       where ${inTenant('l')} and l.id = any($2::uuid[]) and l.converted_contact_id is not null`,
    )}`,
    [tenantId, leadIds],
  );
  return new Map(rows.map(({ id, contactId }) => [id, contactId]));
}

/** The contacts with these addresses, the oldest of each, by address in lower case. */
export async function findContacts(
  db: Queryable,
  tenantId: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await db.query<{ email: string; id: string }>(
    `select c.* from ${scoped(
      'c',
      `select distinct on (c.email_folded) c.email_folded as email, c.id from sales_contacts c
       where ${inTenant('c')} and c.email_folded = any($2::text[]) order by c.email_folded, c.created_at, c.id`,
    )}`,
    [tenantId, addresses.map((address) => address.toLowerCase())],
  );
  return new Map(rows.map(({ email, id }) => [email, id]));
}
