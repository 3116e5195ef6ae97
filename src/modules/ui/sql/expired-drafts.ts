import type { TransactionContext } from '#core/context.ts';
import type { Database } from '#db/database.ts';

interface TenantName {
  readonly id: string;
  readonly accountKey: string;
}

/** Lists all tenants, because the records of each are visible only in its own transactions. */
export const listTenants = (db: Database): Promise<TenantName[]> =>
  db.platform((tx) => tx.query<TenantName>('select id, account_key as "accountKey" from tenants order by id'));

/** Locks up to `limit` expired drafts and returns their ids. Skips locked rows. */
export async function lockExpiredDrafts({ tx, caller }: TransactionContext, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from ui_drafts where tenant_id = $1::bigint and expires_at < now()
     order by expires_at limit ${limit} for update skip locked`,
    [caller.tenantId],
  );
  return rows.map(({ id }) => id);
}
