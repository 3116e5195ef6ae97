import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { passwordProblem } from '#lib/password-policy.ts';
import { passwordChangedMail } from '../mail/mails.ts';
import { clientOf } from '../security-events/security-event.ts';
import { deleteResetTokensOfUser } from '../sql/one-time-tokens.ts';
import { updateUserAsPlatform } from '../users/users.ts';
import { clearFailures, targetOf } from './attempts.ts';
import { endSessionsOfUser } from './sessions.ts';

interface PasswordOwner {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
}

/** Throws a validation error for the field `password`. A password must not be the address, the name or the account key. */
export async function requireGoodPassword(
  password: string,
  { email, name, accountKey }: { email: string; name: string | null; accountKey: string },
): Promise<void> {
  const personalWords = [email, email.split('@')[0] ?? '', accountKey, name ?? ''].filter((text) => text !== '');
  const problem = await passwordProblem(password, personalWords);
  if (problem) throw invalid('password', problem.code, problem.message);
}

/** Sets a new password, ends all sessions except `keepSession`, deletes reset links, ends a lock and mails the user. */
export async function setPassword(
  context: TransactionContext,
  user: PasswordOwner,
  password: string,
  { keepSession, verified = false }: { keepSession?: string; verified?: boolean } = {},
): Promise<void> {
  const { accountKey, tenantId } = context.caller;
  await requireGoodPassword(password, { ...user, accountKey });
  const at = new Date();
  const verification = { emailVerified: true, emailVerifiedAt: at.toISOString() };
  await updateUserAsPlatform(context, user.id, { password, ...(verified && verification) });
  await endSessionsOfUser(context, user.id, keepSession);
  await deleteResetTokensOfUser(context, user.id);
  await clearFailures(context, targetOf(tenantId, accountKey, user.email));
  const { ip } = clientOf(context);
  await enqueueMail(context, user.email, passwordChangedMail({ accountKey, ip: ip ?? undefined, at }));
}
