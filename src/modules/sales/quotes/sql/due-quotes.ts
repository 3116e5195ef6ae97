import type { Transaction } from '#db/database.ts';

export interface TenantWithOpenQuotes {
  readonly tenantId: string;
  readonly accountKey: string;
}

/**
 * Tenants with an open quote whose last day may be over. The first zone is 14 hours ahead of UTC, so today
 * in UTC is compared, and the time zone of each tenant decides later. Runs as the platform.
 */
export const tenantsWithDueQuotes = (tx: Transaction): Promise<TenantWithOpenQuotes[]> =>
  tx.query(
    `select t.id as "tenantId", t.account_key as "accountKey" from tenants t
     where t.status = 'active' and exists (
       select from sales_quotes q where q.tenant_id = t.id and q.status = 'sent'
         and q.valid_until <= (now() at time zone 'UTC')::date)
     order by t.id`,
  );

/** Open quotes whose last day is before this one. */
export const findDueQuotes = async (
  tx: Transaction,
  tenantId: string,
  today: string,
  max: number,
): Promise<readonly string[]> => {
  const rows = await tx.query<{ id: string }>(
    `select q.id from sales_quotes q where q.tenant_id = $1::bigint and q.status = 'sent' and q.valid_until < $2::date
     order by q.id limit $3::int`,
    [tenantId, today, max],
  );
  return rows.map(({ id }) => id);
};
