import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { hasUnrestrictedAdmin } from '../sql/admins.ts';

/**
 * Call it after a change of roles. An account needs an active admin for whom no role restricts a field: nobody can grant
 * access to a field that they do not see, so without such an admin a hidden field could never be shown again.
 */
export async function requireUnrestrictedAdmin(context: TransactionContext): Promise<void> {
  if (context.caller.userId === null || (await hasUnrestrictedAdmin(context))) return;
  const message =
    'This is the last admin who sees every field: an account needs one, so that fields can be shown again.';
  throw new AppError('conflict', message, [{ field: 'roles', code: 'last_admin', message }]);
}
