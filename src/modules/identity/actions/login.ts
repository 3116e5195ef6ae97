import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { networkOf, type Rate } from '#core/rates.ts';
import { beginAttempt, failed, succeeded, targetOf, undecided } from '../attempts.ts';
import { accountKey, signedIn } from '../schemas.ts';
import { signIn, signInFailed } from '../sign-in.ts';
import { findCredentials } from '../sql/find-credentials.ts';
import { tenantOf } from '../tenant-of.ts';

/** Wrong passwords from one network, whatever the addresses they were tried on. */
const wrongPasswords: Rate = { name: 'wrong passwords', most: 100, perMs: 60_000 };

export const login = defineAction({
  name: 'identity.login',
  summary: 'Signs in with email and password',
  routes: [{ method: 'POST', path: '/api/identity/auth/login' }],
  access: 'public',
  input: Type.Object(
    {
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 1000 }),
      accountKey,
    },
    { additionalProperties: false },
  ),
  output: signedIn,
  async run(context, { email, password, accountKey }) {
    const { services, origin } = context;
    const { db, passwords, rates, defaultAccountKey } = services;
    const network = networkOf(origin?.ip ?? '');
    rates.require(wrongPasswords, network);
    const tenant = await tenantOf(context, accountKey);
    const target = targetOf(tenant?.id, tenant?.accountKey ?? accountKey ?? defaultAccountKey, email);
    await beginAttempt(services, target);
    let decided = false;
    try {
      const user = tenant && (await findCredentials(db, tenant.id, email));
      const right = await passwords.matches(password, user?.active ? user.password : null);
      decided = true;
      if (tenant && user && right) {
        await succeeded(services, target);
        return await signIn(context, tenant, user.id, 'password');
      }
      rates.take(wrongPasswords, network);
      const locked = await failed(services, target);
      if (tenant) await signInFailed(context, tenant, { email, userId: user?.id ?? null, locked, method: 'password' });
      // One answer for every reason, so that nobody learns which addresses or tenants exist.
      throw new AppError('unauthenticated', 'The email, the password or the account is not right.');
    } finally {
      if (!decided) await undecided(services, target);
    }
  },
});
