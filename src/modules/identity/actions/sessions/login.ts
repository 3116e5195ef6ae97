import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { laneOf } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { attemptAborted, attemptFailed, attemptSucceeded, beginAttempt, targetOf } from '../../sign-in/attempts.ts';
import { optionalAccountKey, signedInAnswer } from '../../sign-in/schemas.ts';
import { recordFailedSignIn, signIn } from '../../sign-in/sign-in.ts';
import { findCredentials } from '../../sql/find-credentials.ts';
import type { AttemptTarget } from '../../sql/sign-in-attempts.ts';
import { tenantOfRequest } from '../../tenant-context/tenant-of-request.ts';

/** The rate of wrong passwords from one network, for all addresses together. */
const wrongPasswords: Rate = { name: 'wrong passwords', max: 100, perMs: 60_000 };

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
      accountKey: optionalAccountKey,
    },
    { additionalProperties: false },
  ),
  output: signedInAnswer,
  async run(context, { email, password, accountKey }) {
    const { services, origin } = context;
    const { passwords, rates, defaultAccountKey } = services;
    const network = networkOf(origin?.ip ?? '');
    await rates.enter(context, wrongPasswords, network);
    let pending: AttemptTarget | undefined;
    let wrong = false;
    try {
      const tenant = await tenantOfRequest(context, accountKey);
      const target = targetOf(tenant?.id, tenant?.accountKey ?? accountKey ?? defaultAccountKey, email);
      await beginAttempt(context, target);
      pending = target;
      const found = tenant && (await findCredentials(laneOf(context, tenant.id), tenant.id, email));
      // PostgreSQL lowers some letters that JavaScript does not. Such a spelling would have its own count of failures.
      const user = found?.email.toLowerCase() === email.toLowerCase() ? found : undefined;
      const matches = await passwords.matches(password, user?.active ? user.password : null);
      pending = undefined;
      if (tenant && user && matches) {
        await attemptSucceeded(services, target);
        return await signIn(context, tenant, user.id, 'password', user.password);
      }
      wrong = true;
      const locked = await attemptFailed(services, target);
      const about = { email: user?.email ?? null, userId: user?.id ?? null };
      if (tenant) await recordFailedSignIn(context, tenant, { ...about, locked, method: 'password' });
      // The answer is the same for every reason, so that nobody learns which addresses or tenants exist.
      throw new AppError('unauthenticated', 'The email, the password or the account is not right.');
    } finally {
      if (!wrong) await rates.leave(wrongPasswords, network);
      if (pending) await attemptAborted(services, pending);
    }
  },
});
