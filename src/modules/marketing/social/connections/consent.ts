import { createHash, randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { consentCookie } from '#core/consent-cookie.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { socialHttp } from '../http/http-of.ts';
import { PlatformError } from '../http/platform-error.ts';
import type { Account, Platform, Tokens } from '../platforms/platform.ts';
import type { PlatformClient } from '../settings/environment.ts';
import { connectionsRoute } from './connection-view.ts';
import { endpoint, exchangeCode, exchangeToken } from './oauth.ts';

export const callbackRoute = `${connectionsRoute}/callback`;

const pendingConsent = Type.Object({
  tenantId: Type.String(),
  userId: Type.String(),
  platform: Type.String(),
  state: Type.String(),
  verifier: Type.Union([Type.String(), Type.Null()]),
  returnTo: Type.Union([Type.String(), Type.Null()]),
});
export type PendingConsent = Type.Static<typeof pendingConsent>;

export const socialConsent = consentCookie('platform_social', connectionsRoute, pendingConsent);

const redirectUriOf = ({ services }: Context): string => `${services.publicUrl()}${callbackRoute}`;

/** Returns the address of the consent page, and the cookie that binds the consent to this browser. */
export async function startConsent(
  context: Context,
  platform: Platform,
  returnTo: string | null,
): Promise<{ readonly url: string; readonly cookie: string }> {
  const { consent, client, override } = clientOf(context, platform);
  const { tenantId, userId } = context.caller;
  if (userId === null) throw new AppError('forbidden', 'Only users connect accounts.');
  const state = randomBytes(32).toString('base64url');
  const verifier = consent.pkce ? randomBytes(32).toString('base64url') : null;
  const url = new URL(endpoint(consent.authorizeUrl, override));
  const parameters = {
    response_type: 'code',
    [consent.clientIdParameter ?? 'client_id']: client.id,
    redirect_uri: redirectUriOf(context),
    scope: consent.scopes.join(consent.scopeSeparator ?? ' '),
    state,
    ...(verifier !== null && { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }),
    ...consent.extraParameters,
  };
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
  const pending = { tenantId, userId, platform: platform.name, state, verifier, returnTo };
  return { url: url.href, cookie: await socialConsent.set(context, pending) };
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Exchanges the code that the browser brought back. Returns the accounts to which the user gave access. */
export async function finishConsent(
  context: Context,
  platform: Platform,
  code: string,
  { verifier }: PendingConsent,
): Promise<{ readonly tokens: Tokens; readonly accounts: readonly Account[] }> {
  const { consent, client, override } = clientOf(context, platform);
  const http = context.services.of(socialHttp);
  const at = { http, consent, client, override };
  try {
    const first = await exchangeCode(at, code, redirectUriOf(context), verifier);
    const tokens = consent.exchange
      ? { ...first, ...(await exchangeToken(at, consent.exchange, first.accessToken)) }
      : first;
    const accounts = await consent.accounts({
      http,
      baseUrl: override ?? platform.baseUrl,
      videoUrl: override ?? platform.baseUrl,
      account: { externalId: '', handle: '' },
      accessToken: tokens.accessToken,
      refreshToken: '',
      appPassword: '',
      webhookSecret: '',
    });
    return { tokens, accounts };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    context.services.log.warn({ platform: platform.name, reason: error.message }, 'a social account was not connected');
    throw new AppError('conflict', `${platform.label} did not connect the account. ${error.message} Begin again.`);
  }
}

function clientOf({ services: { settings } }: Context, platform: Platform) {
  const { consent, name, label } = platform;
  const client: PlatformClient | undefined = settings.social.clients[name];
  if (!consent || !client)
    throw new AppError('not_configured', `${label} is not set up by the operator of the platform.`);
  return { consent, client, override: settings.social.baseUrls[name] };
}
