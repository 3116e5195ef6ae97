import { Access } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';

/**
 * The same call with all permissions, for what a user keeps for themselves: drafts, records opened last, dismissed
 * announcements. Who may read may also keep those. The caller stays the author.
 */
export const asPlatform = <C extends Context>(context: C): C => ({
  ...context,
  caller: { ...context.caller, access: Access.system },
});

/** The user of the call. Jobs have none. */
export function userOf({ caller }: Context): string {
  if (caller.userId === null) throw new AppError('forbidden', 'This needs a user.');
  return caller.userId;
}
