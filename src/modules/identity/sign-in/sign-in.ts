import { accountSuspended, type Tenant } from '#core/access/tenants.ts';
import type { ActionContext } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { appendSecurityEvent, clientOf } from '../security-events/security-event.ts';
import { insertSession } from '../sql/sessions.ts';
import { lockSignInUser, setLastLogin } from '../sql/sign-in-user.ts';
import { inPlatformTransaction } from '../tenant-context/platform-context.ts';

interface SignInAnswer {
  readonly body: {
    readonly token: string;
    readonly user: { readonly id: string; readonly email: string; readonly roles: string[] };
  };
  readonly sessionToken: string;
}

/**
 * Creates the session of an authenticated user. Every way of signing in ends here. `checkedHash` is the hash that the
 * password was checked against: the sign-in fails when the password was changed since.
 */
export async function signIn(
  context: ActionContext,
  tenant: Tenant,
  userId: string,
  method: string,
  checkedHash?: string | null,
): Promise<SignInAnswer> {
  const { tokens } = context.services;
  const sessionId = newId();
  const user = await inPlatformTransaction(context, tenant, async (within) => {
    const { tx } = within;
    const found = await lockSignInUser(tx, tenant.id, userId);
    // Read the status from the database: the cached tenant of this node may be older than a suspension or reactivation.
    if (found?.tenantStatus === 'suspended') throw accountSuspended();
    if (!found?.active) throw deactivated();
    if (checkedHash !== undefined && found.password !== checkedHash)
      throw new AppError('unauthenticated', 'The password was changed at this moment; sign in with the new one.');
    if (found.verificationOverdue) throw notVerified();
    const client = clientOf(within);
    const { lifetimeMs } = tokens;
    await insertSession(tx, { tenantId: tenant.id, sessionId, userId, method, ...client, lifetimeMs });
    await setLastLogin(tx, tenant.id, userId);
    await appendSecurityEvent(within, 'security.signedIn', { userId, email: found.email, method, sessionId });
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

/** Appends the security events of a failed sign-in to the tenant. */
export const recordFailedSignIn = (
  context: Context,
  tenant: Tenant,
  details: { email: string | null; userId: string | null; locked: boolean; method: string },
): Promise<void> =>
  inPlatformTransaction(context, tenant, async (within) => {
    const { locked, ...about } = details;
    await appendSecurityEvent(within, 'security.signInFailed', about);
    if (locked) await appendSecurityEvent(within, 'security.locked', about);
  });
