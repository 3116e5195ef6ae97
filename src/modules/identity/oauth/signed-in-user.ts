import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';

export interface SignedInUser {
  readonly userId: string;
  readonly accountKey: string;
}

/** Only users change how they sign in: neither the platform nor an API key may. */
export function requireSignedInUser({ caller: { userId, accountKey, keyId } }: Context): SignedInUser {
  if (userId === null || keyId !== undefined) {
    throw new AppError('forbidden', 'Identities belong to people: sign in, rather than use an API key.');
  }
  return { userId, accountKey };
}
