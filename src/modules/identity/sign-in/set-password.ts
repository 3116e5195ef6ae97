import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { mailTo } from '#core/jobs/send-mail.ts';
import { passwordProblem } from '#lib/password-policy.ts';
import { passwordChangedMail } from '../mail/mails.ts';
import { placeOf } from '../security-events/security-event.ts';
import { changeUser, endSessions } from '../tenants/in-tenant.ts';
import { forgetFailures, targetOf } from './attempts.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
}

/** What is wrong with a new password, told under the name of its field. */
export async function requireGoodPassword(
  password: string,
  { email, name, accountKey }: { email: string; name: string | null; accountKey: string },
): Promise<void> {
  const about = [email, email.split('@')[0] ?? '', accountKey, name ?? ''].filter((text) => text !== '');
  const problem = await passwordProblem(password, about);
  if (problem) throw invalid('password', problem.code, problem.message);
}

/** Gives a user a new password. Sessions end, links that went out before open nothing, and the user hears of it. */
export async function setPassword(
  context: TransactionContext,
  user: Account,
  password: string,
  { keepSession, verified = false }: { keepSession?: string; verified?: boolean } = {},
): Promise<void> {
  const { accountKey, tenantId } = context.caller;
  await requireGoodPassword(password, { ...user, accountKey });
  const at = new Date();
  const proven = { emailVerified: true, emailVerifiedAt: at.toISOString() };
  await changeUser(context, user.id, { password, ...(verified && proven) });
  await endSessions(context, user.id, keepSession);
  await context.tx.query(
    `delete from one_time_tokens where tenant_id = $1::bigint and user_id = $2::uuid and purpose = 'reset'`,
    [tenantId, user.id],
  );
  await forgetFailures(context, targetOf(tenantId, accountKey, user.email));
  const { ip } = placeOf(context);
  await mailTo(context, user.email, passwordChangedMail({ accountKey, ip: ip ?? undefined, at }));
}
