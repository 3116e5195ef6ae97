import { Type } from 'typebox';
import { type ActionContext, defineAction } from '#core/action.ts';
import { inTransaction, outsideTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { accountMail } from '../../jobs/account-mail.ts';
import { askForMail } from '../../mail/mail-requests.ts';
import { requireAuthorityOver } from '../../rules/grants.ts';
import { securityEvent } from '../../security-events/security-event.ts';
import { beginAttempt, failed, forgetFailures, succeeded, targetOf, undecided } from '../../sign-in/attempts.ts';
import { hashedFirst } from '../../sign-in/hash-first.ts';
import { requireLink, withLink } from '../../sign-in/links.ts';
import { accountKey, emailAddress, newPassword, oneTimeToken, said } from '../../sign-in/schemas.ts';
import { setPassword } from '../../sign-in/set-password.ts';
import { findUser } from '../../sql/find-user.ts';

const forgotPassword = defineAction({
  name: 'identity.forgotPassword',
  summary: 'Sends a link to choose a new password, if the address belongs to a user',
  routes: [{ method: 'POST', path: '/api/identity/auth/forgot-password' }],
  access: 'public',
  input: Type.Object({ email: emailAddress, accountKey }, { additionalProperties: false }),
  output: said,
  async run(context, { email, accountKey }) {
    await askForMail(context, 'reset', email, accountKey);
    return { body: { message: 'If the address belongs to a user, a link to choose a new password is on its way.' } };
  },
});

const resetPassword = defineAction({
  name: 'identity.resetPassword',
  summary: 'Chooses a new password with the token of a reset link; every session of the user ends',
  routes: [{ method: 'POST', path: '/api/identity/auth/reset-password' }],
  access: 'public',
  input: Type.Object({ token: oneTimeToken, password: newPassword }, { additionalProperties: false }),
  output: said,
  async run(context, { token, password }) {
    await requireLink(context, token, 'reset');
    await withLink(await hashedFirst(context, password), token, 'reset', async (within, link) => {
      const user = link.userId === null ? undefined : await findUser(within, link.userId);
      if (!user?.active) throw invalid('token', 'invalid_token', 'belongs to a user who is not active');
      // The link went to this address and came back: that verifies it as well.
      const verified = user.email.toLowerCase() === link.email.toLowerCase();
      // Whoever registered with somebody else's address leaves nothing behind by which to come back.
      if (verified && !user.verified) await forgetOtherWaysIn(within, user.id);
      await setPassword(within, user, password, { verified });
      await securityEvent(within, 'security.passwordReset', { userId: user.id, email: user.email });
    });
    return { body: { message: 'The password was changed; sign in with it.' } };
  },
});

async function forgetOtherWaysIn(context: TransactionContext, userId: string): Promise<void> {
  const { tx, caller } = context;
  await tx.query('delete from user_identities where tenant_id = $1::bigint and user_id = $2::uuid', [
    caller.tenantId,
    userId,
  ]);
  const keys = await tx.query<{ id: string }>(
    'select id from identity_api_keys where tenant_id = $1::bigint and user_id = $2::uuid',
    [caller.tenantId, userId],
  );
  const model = context.registry.find('identity', 'apiKeys') as Model;
  for (const { id } of keys) await invoke(context, operations.remove, model, { id });
}

const changePassword = defineAction({
  name: 'identity.changePassword',
  summary: 'Changes the caller’s password; the other sessions of the user end',
  routes: [{ method: 'POST', path: '/api/identity/auth/change-password' }],
  access: 'signed-in',
  managesCredentials: true,
  dryRunAllowed: false,
  input: Type.Object(
    { currentPassword: Type.String({ maxLength: 1000 }), password: newPassword },
    { additionalProperties: false },
  ),
  output: said,
  async run(context, { currentPassword, password }) {
    await requireCurrentPassword(context, currentPassword);
    const { sessionId, userId } = context.caller;
    await inTransaction(await hashedFirst(context, password), async (within) => {
      const user = await findUser(within, String(userId));
      if (!user) throw new AppError('unauthenticated', 'This user is no longer there.');
      await setPassword(within, user, password, sessionId === undefined ? {} : { keepSession: sessionId });
      await securityEvent(within, 'security.passwordChanged', { userId: user.id, email: user.email });
    });
    return { body: { message: 'The password was changed; other sessions have ended.' } };
  },
});

/**
 * Asks for the password of somebody who is signed in. It is counted like a sign-in: a stolen session is no way to guess
 * the password. An API key is never enough.
 */
export async function requireCurrentPassword(context: ActionContext, password: string): Promise<void> {
  const { services, caller } = context;
  const { userId, email, tenantId, accountKey, sessionId } = caller;
  if (userId === null || email === null || sessionId === undefined)
    throw new AppError('forbidden', 'This needs a session: sign in with your password; an API key is not enough.');
  const target = targetOf(tenantId, accountKey, email);
  await beginAttempt(context, target);
  let decided = false;
  try {
    const user = await inTransaction(context, (within) => findUser(within, userId));
    const right = await services.passwords.matches(password, user?.password ?? null);
    decided = true;
    if (right) return await succeeded(services, target);
    const locked = await failed(services, target);
    // In a transaction of its own: the one of the request is about to be undone.
    await inTransaction(outsideTransaction(context), async (within) => {
      await securityEvent(within, 'security.signInFailed', { userId, email, method: 'currentPassword' });
      if (locked) await securityEvent(within, 'security.locked', { userId, email, method: 'currentPassword' });
    });
  } finally {
    if (!decided) await undecided(services, target);
  }
  throw invalid('currentPassword', 'wrong_password', 'is not your current password');
}

const sendResetLink = defineAction({
  name: 'identity.sendResetLink',
  summary: 'Sends a user a link to choose a new password, and ends a lock',
  routes: [{ method: 'POST', path: '/api/identity/users/:id/send-reset' }],
  access: 'identity:admin',
  status: 202,
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: said,
  async run(context, { id }) {
    await inTransaction(context, async (within) => {
      const user = await findUser(within, id);
      if (!user?.active) throw new AppError('not_found', `User ${id} was not found, or is not active.`);
      await requireAuthorityOver(within, user.roles);
      const { tenantId, accountKey } = within.caller;
      const about = { userId: user.id, email: user.email };
      if (await forgetFailures(within, targetOf(tenantId, accountKey, user.email)))
        await securityEvent(within, 'security.unlocked', about);
      await within.services.jobs.enqueue(within, accountMail, { kind: 'reset', email: user.email, byAdmin: true });
    });
    return { body: { message: 'A link to choose a new password is on its way.' } };
  },
});

export const passwordActions = [forgotPassword, resetPassword, changePassword, sendResetLink];
