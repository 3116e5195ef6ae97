import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { laneOf } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { beginAttempt, failed, succeeded, type Target, targetOf, undecided } from '../../sign-in/attempts.ts';
import { accountKey, signedIn } from '../../sign-in/schemas.ts';
import { signIn, signInFailed } from '../../sign-in/sign-in.ts';
import { findCredentials } from '../../sql/find-credentials.ts';
import { tenantOf } from '../../tenants/tenant-of.ts';

/** Wrong passwords from one network, whatever the addresses they were tried on. */
const wrongPasswords: Rate = { name: 'wrong passwords', most: 100, perMs: 60_000 };

export const login = defineAction({
  name: 'identity.login',
  summary: 'Signs in with email and password',
  routes: [{ method: 'POST', path: '/api/identity/auth/login' }],
  access: 'public',
  dryRunAllowed: false,
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
    const { passwords, rates, defaultAccountKey } = services;
    const network = networkOf(origin?.ip ?? '');
    await rates.enter(context, wrongPasswords, network);
    let begun: Target | undefined;
    let wrong = false;
    try {
      const tenant = await tenantOf(context, accountKey);
      const target = targetOf(tenant?.id, tenant?.accountKey ?? accountKey ?? defaultAccountKey, email);
      await beginAttempt(context, target);
      begun = target;
      const found = tenant && (await findCredentials(laneOf(context, tenant.id), tenant.id, email));
      // The database folds some letters that we do not; such a spelling would have a count of its own.
      const user = found?.email.toLowerCase() === email.toLowerCase() ? found : undefined;
      const right = await passwords.matches(password, user?.active ? user.password : null);
      begun = undefined;
      if (tenant && user && right) {
        await succeeded(services, target);
        return await signIn(context, tenant, user.id, 'password', user.password);
      }
      wrong = true;
      const locked = await failed(services, target);
      const about = { email: user?.email ?? null, userId: user?.id ?? null };
      if (tenant) await signInFailed(context, tenant, { ...about, locked, method: 'password' });
      // One answer for every reason, so that nobody learns which addresses or tenants exist.
      throw new AppError('unauthenticated', 'The email, the password or the account is not right.');
    } finally {
      if (!wrong) await rates.leave(wrongPasswords, network);
      if (begun) await undecided(services, begun);
    }
  },
});
