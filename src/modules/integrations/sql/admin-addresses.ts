import type { TransactionContext } from '#core/context.ts';

/** More admins than these are not told. */
const most = 20;

/** The addresses of those who administer the account. */
export async function adminAddresses({ tx, caller }: TransactionContext): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(
    `select email from identity_users where tenant_id = $1::bigint and active and 'admin' = any(roles)
     order by created_at limit ${most}`,
    [caller.tenantId],
  );
  return rows.map(({ email }) => email);
}
