import type { TransactionContext } from '#core/context.ts';

/** More admins than these get no mail. */
const maxAdmins = 20;

/** The email addresses of the admins of the account. */
export async function adminAddresses({ tx, caller }: TransactionContext): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(
    `select email from identity_users where tenant_id = $1::bigint and active and 'admin' = any(roles)
     order by created_at limit ${maxAdmins}`,
    [caller.tenantId],
  );
  return rows.map(({ email }) => email);
}
