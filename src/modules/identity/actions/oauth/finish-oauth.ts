import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { readBrowserCookie } from '../../oauth/browser-cookie.ts';
import { callProvider } from '../../oauth/call-provider.ts';
import { takePendingSignIn } from '../../oauth/pending-sign-ins.ts';
import { callbackInput, callbackPath, redirectUriOf, requireProvider } from '../../oauth/providers.ts';
import type { Provider } from '../../oauth/settings.ts';
import { userOfIdentity } from '../../oauth/user-of-identity.ts';
import { signedInAnswer } from '../../sign-in/schemas.ts';
import { signIn } from '../../sign-in/sign-in.ts';

export const finishOAuth = defineAction({
  name: 'identity.finishOAuth',
  summary:
    'Signs in the user whom the provider sent back: the token as JSON for clients that accept it, else a cookie and a redirect',
  routes: [{ method: 'GET', path: callbackPath }],
  errorPages: true,
  access: 'public',
  input: callbackInput,
  output: Type.Union([signedInAnswer, Type.Null()]),
  async run(context, { provider: name, ...callback }) {
    const { services } = context;
    const provider = requireProvider(services, name);
    const state = callback.state ?? '';
    const pending = await takePendingSignIn(context, state, provider.name, readBrowserCookie(context));
    if (!pending) throw notBegun(provider);
    const { nonce, verifier } = pending;
    const expected = { redirectUri: redirectUriOf(services, provider), state, nonce, verifier };
    const profile = await callProvider(
      context,
      provider,
      ({ finishLogin }) => finishLogin(provider, callback, expected),
      callback.error,
    );
    const tenant = await services.directory.tenantById(pending.tenantId);
    if (!tenant) throw notBegun(provider);
    const link = pending.userId === null ? null : { userId: pending.userId, askedAt: pending.begunAt };
    const userId = await userOfIdentity(context, tenant, { provider: provider.name, profile, link });
    const { body, sessionToken } = await signIn(context, tenant, userId, provider.name);
    if (acceptsJson(context)) return { body, sessionToken };
    return { body: null, sessionToken, redirect: pending.returnTo ?? '/app/', status: 303 };
  },
});

const acceptsJson = ({ origin }: Context): boolean => /\bapplication\/json\b/i.test(String(origin?.headers.accept));

const notBegun = ({ name }: Provider): AppError =>
  new AppError(
    'unauthenticated',
    `This sign-in was not begun in this browser, was finished already or took longer than ten minutes; begin again at /api/identity/auth/${name}.`,
  );
