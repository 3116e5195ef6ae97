import type { Database } from '#db/database.ts';

interface TenantName {
  readonly id: string;
  readonly accountKey: string;
}

/** Lists all tenants, because the rows of each are visible only in its own transactions. */
export const listTenants = (db: Database): Promise<TenantName[]> =>
  db.platform((tx) => tx.query<TenantName>('select id, account_key as "accountKey" from tenants order by id'));
