import type { ActionContext } from '#core/action.ts';
import { inTransaction, outsideTransaction } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { appendSecurityEvent } from '../security-events/security-event.ts';
import { findUser } from '../sql/find-user.ts';
import { attemptAborted, attemptFailed, attemptSucceeded, beginAttempt, targetOf } from './attempts.ts';

/**
 * Checks the current password of a signed-in user. It counts like a sign-in, so that a stolen session cannot be used to guess
 * the password. An API key is not accepted.
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
    const matches = await services.passwords.matches(password, user?.password ?? null);
    decided = true;
    if (matches) return await attemptSucceeded(services, target);
    const locked = await attemptFailed(services, target);
    // Use a separate transaction, because the transaction of the request is rolled back.
    await inTransaction(outsideTransaction(context), async (within) => {
      const details = { userId, email, method: 'currentPassword' };
      await appendSecurityEvent(within, 'security.signInFailed', details);
      if (locked) await appendSecurityEvent(within, 'security.locked', details);
    });
  } finally {
    if (!decided) await attemptAborted(services, target);
  }
  throw invalid('currentPassword', 'wrong_password', 'is not your current password');
}
