import type { Context, Services } from '#core/context.ts';
import { requireGoodPassword } from './set-password.ts';

/**
 * The same call, which has hashed this new password already. Hashing takes a quarter of a second, and a transaction that is
 * open meanwhile holds a connection, and holds back everybody who reads events in order.
 */
export async function hashedFirst<C extends Context>(context: C, password: string): Promise<C> {
  await requireGoodPassword(password, { email: '', name: null, accountKey: '' });
  const { services } = context;
  return { ...context, services: knowingHash(services, password, await services.passwords.hash(password)) };
}

/** The same services, which need not hash this password once more. */
export const knowingHash = ({ passwords, ...services }: Services, password: string, hash: string): Services => ({
  ...services,
  passwords: { ...passwords, hash: async (text) => (text === password ? hash : passwords.hash(text)) },
});
