import { suspended, type Tenant } from '#core/access/directory.ts';
import type { ActionContext } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { placeOf, securityEvent } from '../security-events/security-event.ts';
import { inTenantOf } from '../tenants/in-tenant.ts';

export interface SignedIn {
  readonly body: {
    readonly token: string;
    readonly user: { readonly id: string; readonly email: string; readonly roles: string[] };
  };
  readonly sessionToken: string;
}

interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly roles: string[];
  readonly active: boolean;
  readonly overdue: boolean;
  readonly password: string | null;
  readonly status: string;
}

/**
 * Makes the session of somebody who has proven to be that user, and the answer that every way of signing in gives. `proof` is
 * the hash that a password was found right against: one that was replaced since then opens nothing.
 */
export async function signIn(
  context: ActionContext,
  tenant: Tenant,
  userId: string,
  method: string,
  proof?: string | null,
): Promise<SignedIn> {
  const { tokens } = context.services;
  const sessionId = newId();
  const user = await inTenantOf(context, tenant, async (within) => {
    const [found] = await within.tx.query<UserRow>(
      `select u.id, u.email, coalesce(u.roles, '{}') as roles, coalesce(u.active, false) as active,
        not coalesce(u.email_verified, false) and coalesce(u.verification_due_at < now(), false) as overdue, u.password,
        n.status
       from identity_users u join tenants n on n.id = u.tenant_id
       where u.tenant_id = $1::bigint and u.id = $2::uuid for no key update of u`,
      [tenant.id, userId],
    );
    // As it is stored: this node may not have heard yet that the tenant was suspended or reactivated.
    if (found?.status === 'suspended') throw suspended();
    if (!found?.active) throw deactivated();
    if (proof !== undefined && found.password !== proof)
      throw new AppError('unauthenticated', 'The password was changed at this moment; sign in with the new one.');
    if (found.overdue) throw notVerified();
    const { ip, agent } = placeOf(within);
    await within.tx.query(
      `insert into sessions (tenant_id, id, user_id, method, ip, agent, expires_at)
       values ($1::bigint, $2::uuid, $3::uuid, $4::text, $5::text, $6::text, now() + $7::float8 * interval '1 millisecond')`,
      [tenant.id, sessionId, userId, method, ip, agent, tokens.lifetimeMs],
    );
    // Not a change of the record: neither its version nor its history tells of it.
    await within.tx.query(
      'update identity_users set last_login_at = now() where tenant_id = $1::bigint and id = $2::uuid',
      [tenant.id, userId],
    );
    await securityEvent(within, 'security.signedIn', { userId, email: found.email, method, sessionId });
    return found;
  });
  const token = tokens.issue({ userId, tenantId: tenant.id, sessionId });
  return { body: { token, user: { id: user.id, email: user.email, roles: user.roles } }, sessionToken: token };
}

const deactivated = (): AppError =>
  new AppError('unauthenticated', 'This user is deactivated; ask an administrator of your account.');

const notVerified = (): AppError =>
  new AppError(
    'email_not_verified',
    'The address was not verified in time: ask for a new link with POST /api/identity/auth/resend-verification and follow it.',
  );

/** Writes down a sign-in that failed, in the tenant that it was tried in. */
export const signInFailed = (
  context: Context,
  tenant: Tenant,
  details: { email: string | null; userId: string | null; locked: boolean; method: string },
): Promise<void> =>
  inTenantOf(context, tenant, async (within) => {
    const { locked, ...about } = details;
    await securityEvent(within, 'security.signInFailed', about);
    if (locked) await securityEvent(within, 'security.locked', about);
  });
