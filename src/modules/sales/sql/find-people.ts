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
