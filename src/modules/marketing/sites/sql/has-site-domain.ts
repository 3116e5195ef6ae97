import type { Transaction } from '#db/database.ts';

/** True when a website of the tenant has the domain. */
export async function hasSiteDomain(tx: Transaction, tenantId: string, host: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from marketing_websites where tenant_id = $1::bigint and lower(domain) = $2::text limit 1',
    [tenantId, host.toLowerCase()],
  );
  return rows.length > 0;
}
