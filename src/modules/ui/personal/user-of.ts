import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';

/** The user of the call. Throws in jobs, which have none. */
export function userOf({ caller }: Context): string {
  if (caller.userId === null) throw new AppError('forbidden', 'This needs a user.');
  return caller.userId;
}
