import type { Transaction } from '#db/database.ts';

/** Finds the tenants with mails to index. It reads one index entry per tenant, however many mails a tenant has. */
export async function tenantsToIndex(tx: Transaction): Promise<string[]> {
  const next = (after: string) =>
    `select w.tenant_id from communications_emails_words w where w.words is null${after} order by w.tenant_id limit 1`;
  const rows = await tx.query<{ tenantId: string }>(
    `with recursive found as (
      (${next('')})
      union all
      select (${next(' and w.tenant_id > f.tenant_id')}) from found f where f.tenant_id is not null
    )
    select f.tenant_id::text as "tenantId" from found f where f.tenant_id is not null`,
  );
  return rows.map(({ tenantId }) => tenantId);
}
