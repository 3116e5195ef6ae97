import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';

export interface SignedInUser {
  readonly userId: string;
  readonly accountKey: string;
}

/** Only users may change how they sign in: the platform and API keys may not. */
export function requireSignedInUser({ caller: { userId, accountKey, keyId } }: Context): SignedInUser {
  if (userId === null || keyId !== undefined) {
    throw new AppError('forbidden', 'Identities belong to people: sign in, rather than use an API key.');
  }
  return { userId, accountKey };
}
