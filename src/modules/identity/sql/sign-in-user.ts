import type { Transaction } from '#db/database.ts';

interface SignInUser {
  readonly id: string;
  readonly email: string;
  readonly roles: string[];
  readonly active: boolean;
  /** True when the address was not verified before its deadline. */
  readonly verificationOverdue: boolean;
  readonly password: string | null;
  readonly tenantStatus: string;
}

/** Reads a user and the status of the tenant. The row lock delays a change of the password until the session exists. */
export async function lockSignInUser(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<SignInUser | undefined> {
  const [row] = await tx.query<SignInUser>(
    `select u.id, u.email, coalesce(u.roles, '{}') as roles, coalesce(u.active, false) as active,
      not coalesce(u.email_verified, false) and coalesce(u.verification_due_at < now(), false) as "verificationOverdue",
      u.password, n.status as "tenantStatus"
     from identity_users u join tenants n on n.id = u.tenant_id
     where u.tenant_id = $1::bigint and u.id = $2::uuid for no key update of u`,
    [tenantId, userId],
  );
  return row;
}

/** Sets the time of the last login without a new version or event, because a login is not a change of the record. */
export const setLastLogin = (tx: Transaction, tenantId: string, userId: string): Promise<unknown> =>
  tx.query('update identity_users set last_login_at = now() where tenant_id = $1::bigint and id = $2::uuid', [
    tenantId,
    userId,
  ]);
