import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { accountSuspended, type Tenant } from '#core/access/tenants.ts';
import { type ActionContext, defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { readReturnTo } from '#core/return-to.ts';
import { newOneTimeToken } from '#lib/one-time-token.ts';
import { setBrowserCookie } from '../../oauth/browser-cookie.ts';
import { callProvider } from '../../oauth/call-provider.ts';
import { savePendingSignIn } from '../../oauth/pending-sign-ins.ts';
import { beginPath, providerInput, redirectUriOf, requireProvider } from '../../oauth/providers.ts';
import { requireSignedInUser, type SignedInUser } from '../../oauth/signed-in-user.ts';
import { optionalAccountKey } from '../../sign-in/schemas.ts';
import { tenantOfRequest } from '../../tenant-context/tenant-of-request.ts';

/** The rate of sign-ins that one network may begin. Each one stores a row until it ends. */
const begunSignIns: Rate = { name: 'sign-ins elsewhere', max: 600, perMs: 60_000 };

export const beginOAuth = defineAction({
  name: 'identity.beginOAuth',
  summary: 'Sends the browser to a provider to sign in there, or to link an identity to the signed-in user',
  routes: [{ method: 'GET', path: beginPath }],
  errorPages: true,
  access: 'public',
  status: 302,
  input: Type.Object(
    {
      provider: providerInput,
      accountKey: optionalAccountKey,
      returnTo: Type.Optional(
        Type.String({ maxLength: 2000, description: 'A path of this site, to go to once signed in.' }),
      ),
      link: Type.Optional(
        Type.Union([Type.Literal('true'), Type.Literal('false')], {
          description: 'Links the identity to the user who is signed in.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  async run(context, { provider: name, accountKey, returnTo: givenReturnTo, link }) {
    const { services } = context;
    const provider = requireProvider(services, name);
    await services.rates.enter(context, begunSignIns, networkOf(context.origin?.ip ?? ''));
    const returnTo = givenReturnTo === undefined ? null : readReturnTo(givenReturnTo);
    const linkingUser = link === 'true' ? await requireLinkingUser(context, accountKey) : undefined;
    const tenant = await requireOpenTenant(context, linkingUser?.accountKey ?? accountKey);
    const state = newOneTimeToken(tenant.id);
    const start = await callProvider(context, provider, ({ beginLogin }) =>
      beginLogin(provider, redirectUriOf(services, provider), state.token),
    );
    const browser = randomBytes(32).toString('base64url');
    await savePendingSignIn(context, tenant.id, {
      state,
      provider: provider.name,
      browser,
      start,
      userId: linkingUser?.userId ?? null,
      returnTo,
    });
    return { body: null, redirect: start.url, cookies: [setBrowserCookie(context, browser)] };
  },
});

/** The signed-in user who links an identity. Requests that another site caused are refused. */
async function requireLinkingUser(context: ActionContext, accountKey: string | undefined): Promise<SignedInUser> {
  if (context.origin?.headers['sec-fetch-site'] === 'cross-site') {
    throw new AppError('forbidden', 'Linking an identity must begin on a page of this site.');
  }
  const session = await context.session?.();
  if (!session) throw new AppError('unauthenticated', 'Sign in first; then link the identity.');
  const user = requireSignedInUser(session);
  if (accountKey !== undefined && accountKey !== user.accountKey) {
    throw new AppError('forbidden', `You are signed in to ${user.accountKey}, not to the account that you named.`);
  }
  return user;
}

async function requireOpenTenant(context: Context, accountKey: string | undefined): Promise<Tenant> {
  const tenant = await tenantOfRequest(context, accountKey);
  if (!tenant) throw new AppError('not_found', 'There is no such account; check the accountKey.');
  if (tenant.status === 'suspended') throw accountSuspended();
  return tenant;
}
