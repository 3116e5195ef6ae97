import type { Transaction } from '#db/database.ts';

/**
 * Finds tenants with facts to count. It reads one entry of the primary key per tenant, however many facts a tenant has.
 */
export async function tenantsWithUncounted(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ tenantId: string }>(
    `with recursive found as (
      (select u.tenant_id from mail_uncounted u order by u.tenant_id limit 1)
      union all
      select (select u.tenant_id from mail_uncounted u where u.tenant_id > f.tenant_id order by u.tenant_id limit 1)
      from found f where f.tenant_id is not null
    )
    select f.tenant_id::text as "tenantId" from found f where f.tenant_id is not null`,
  );
  return rows.map(({ tenantId }) => tenantId);
}
