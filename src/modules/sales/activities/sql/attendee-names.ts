import type { Transaction } from '#db/database.ts';

/** The contacts with these addresses, by address in lower case: their ids and names. */
export async function readAttendees(
  tx: Transaction,
  tenantId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string | null }>> {
  const rows = await tx.query<{ email: string; id: string; name: string | null }>(
    `select distinct on (c.email_folded) c.email_folded as email, c.id, c.name from sales_contacts c
     where c.tenant_id = $1::bigint and c.email_folded = any($2::text[]) order by c.email_folded, c.created_at, c.id`,
    [tenantId, addresses.map((address) => address.toLowerCase())],
  );
  return new Map(rows.map(({ email, ...contact }) => [email, contact]));
}
