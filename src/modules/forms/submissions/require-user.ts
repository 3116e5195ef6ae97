import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { refusals } from './refusals.ts';

/** The user of a form that requires a session. Users of other accounts are refused. */
export async function requireUser(
  { caller }: Context,
  session: (() => Promise<Context>) | undefined,
): Promise<string | null> {
  const user = (await session?.())?.caller;
  if (!user) throw new AppError('unauthenticated', refusals.signIn);
  if (user.tenantId !== caller.tenantId) throw new AppError('forbidden', refusals.otherAccount);
  return user.userId;
}
