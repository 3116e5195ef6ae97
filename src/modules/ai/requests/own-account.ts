import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';

export const accountKey = Type.Optional(Type.String({ maxLength: 40, description: 'The key of the own account.' }));

/** Throws when a request names another account. */
export function requireOwnAccount({ caller }: Context, given: string | undefined): void {
  if (given !== undefined && given !== caller.accountKey)
    throw new AppError('forbidden', `accountKey must be ${caller.accountKey}, the account that you are signed in to.`);
}
