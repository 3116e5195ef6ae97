import type { Context, Services } from '#core/context.ts';
import { requireGoodPassword } from './set-password.ts';

/**
 * Hashes a new password before a transaction starts; the returned context reuses the hash. Hashing takes a quarter of a
 * second. Inside a transaction it would occupy a connection and delay all readers of events in order.
 */
export async function hashPasswordFirst<C extends Context>(context: C, password: string): Promise<C> {
  await requireGoodPassword(password, { email: '', name: null, accountKey: '' });
  const { services } = context;
  return { ...context, services: withCachedHash(services, password, await services.passwords.hash(password)) };
}

/** The same services; `passwords.hash` returns the given hash for this password. */
export const withCachedHash = ({ passwords, ...services }: Services, password: string, hash: string): Services => ({
  ...services,
  passwords: { ...passwords, hash: async (text) => (text === password ? hash : passwords.hash(text)) },
});
