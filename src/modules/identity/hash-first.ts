import type { Context } from '#core/context.ts';
import { requireGoodPassword } from './set-password.ts';

/**
 * The same call, which has hashed this new password already. Hashing takes a quarter of a second, and a transaction that is
 * open meanwhile holds a connection, and holds back everybody who reads events in order.
 */
export async function hashedFirst<C extends Context>(context: C, password: string): Promise<C> {
  await requireGoodPassword(password, { email: '', name: null, accountKey: '' });
  const { passwords } = context.services;
  const hash = await passwords.hash(password);
  const knowing = { ...passwords, hash: async (text: string) => (text === password ? hash : passwords.hash(text)) };
  return { ...context, services: { ...context.services, passwords: knowing } };
}
