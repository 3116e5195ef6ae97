import type { TenantName } from '#core/access/platform.ts';
import type { Transaction } from '#db/database.ts';

/** Runs as the platform, which cannot read the quotes: they are visible only in transactions of their tenant. */
export const activeTenants = (tx: Transaction): Promise<TenantName[]> =>
  tx.query(`select id as "tenantId", account_key as "accountKey" from tenants where status = 'active' order by id`);

/**
 * True when the tenant has an open quote whose last day may be over. The first zone is 14 hours ahead of UTC, so today
 * in UTC is compared, and the time zone of the tenant decides later.
 */
export async function mayHaveDueQuotes(tx: Transaction, tenantId: string): Promise<boolean> {
  const rows = await tx.query(
    `select from sales_quotes q where q.tenant_id = $1::bigint and q.status = 'sent'
       and q.valid_until <= (now() at time zone 'UTC')::date limit 1`,
    [tenantId],
  );
  return rows.length > 0;
}

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
