import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client';
import type { MailboxProvider, ProviderName } from './settings.ts';

/** The consent of a user at a provider, by OpenID Connect. Loaded at first use. */

export { reasonOf } from '#lib/provider-failure.ts';

const cacheMs = 3_600_000;
const timeoutSeconds = 15;
/** Lifetime of a token when the provider does not state it. */
const assumedLifetimeSeconds = 3600;

const scopes: Readonly<Record<ProviderName, string>> = {
  google: 'openid email https://mail.google.com/',
  microsoft:
    'openid email offline_access https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send',
};

/** Google returns a refresh token only with these parameters, and only with a new consent. */
const extraParameters: Readonly<Record<ProviderName, Readonly<Record<string, string>>>> = {
  google: { access_type: 'offline', prompt: 'consent' },
  microsoft: { prompt: 'select_account' },
};

export interface ConsentStart {
  readonly url: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface AccessTokens {
  readonly accessToken: string;
  readonly expiresAtMs: number;
  /** Undefined when the used token stays valid. */
  readonly refreshToken: string | undefined;
}

export interface Consent extends AccessTokens {
  readonly email: string;
  readonly scopes: readonly string[];
}

/** Thrown when the provider's answer is incomplete. The message tells the user what is missing. */
export class ConsentIncomplete extends Error {}

const cache = new WeakMap<MailboxProvider, { configuration: Promise<Configuration>; expiresAtMs: number }>();

function configurationOf(provider: MailboxProvider): Promise<Configuration> {
  const cached = cache.get(provider);
  if (cached && cached.expiresAtMs > Date.now()) return cached.configuration;
  const { issuer, clientId, clientSecret } = provider;
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const configuration = discovery(new URL(issuer), clientId, undefined, ClientSecretPost(clientSecret), {
    execute: [enableNonRepudiationChecks, ...insecure],
    timeout: timeoutSeconds,
  });
  const entry = { configuration, expiresAtMs: Date.now() + cacheMs };
  cache.set(provider, entry);
  configuration.catch(() => {
    if (cache.get(provider) === entry) cache.delete(provider);
  });
  return configuration;
}

export async function beginConsent(
  provider: MailboxProvider,
  redirectUri: string,
  state: string,
  loginHint?: string,
): Promise<ConsentStart> {
  const configuration = await configurationOf(provider);
  const nonce = randomNonce();
  const verifier = randomPKCECodeVerifier();
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes[provider.name],
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extraParameters[provider.name],
    ...(loginHint !== undefined && { login_hint: loginHint }),
  });
  return { url: url.href, nonce, verifier };
}

interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Exchanges the code that the browser brought back. */
export async function finishConsent(
  provider: MailboxProvider,
  callbackUrl: URL,
  { state, nonce, verifier }: Expected,
): Promise<Consent> {
  const configuration = await configurationOf(provider);
  const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  const email = claims?.email ?? claims?.preferred_username;
  if (typeof email !== 'string' || !email.includes('@'))
    throw new ConsentIncomplete('the provider did not tell the address of the mailbox');
  if (tokens.refresh_token === undefined)
    throw new ConsentIncomplete('the provider did not allow access while you are away');
  const granted = (tokens.scope ?? '').split(' ').filter(Boolean);
  requireMailScopes(provider, granted);
  return { ...readTokens(tokens), email: email.toLowerCase(), scopes: granted };
}

/** Users can refuse parts of the requested scope. A provider that lists no scope granted all of it. */
function requireMailScopes({ name }: MailboxProvider, granted: readonly string[]): void {
  const isGranted = (scope: string) => granted.some((one) => one.toLowerCase() === scope.toLowerCase());
  const missing = scopes[name].split(' ').filter((scope) => scope.startsWith('https://') && !isGranted(scope));
  if (granted.length > 0 && missing.length > 0)
    throw new ConsentIncomplete(
      'access to your mails was not allowed. Begin again, and allow everything that the provider asks for',
    );
}

export async function renewTokens(provider: MailboxProvider, refreshToken: string): Promise<AccessTokens> {
  return readTokens(await refreshTokenGrant(await configurationOf(provider), refreshToken));
}

interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
}

const readTokens = ({ access_token, refresh_token, expires_in }: TokenAnswer): AccessTokens => ({
  accessToken: access_token,
  refreshToken: refresh_token,
  expiresAtMs: Date.now() + (expires_in ?? assumedLifetimeSeconds) * 1000,
});

/** Returns false when the provider has no way to revoke. */
export async function revokeToken(provider: MailboxProvider, refreshToken: string): Promise<boolean> {
  const configuration = await configurationOf(provider);
  if (configuration.serverMetadata().revocation_endpoint === undefined) return false;
  await tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' });
  return true;
}

/** True when the user or the provider has withdrawn the consent. Other errors may be temporary. */
export const isWithdrawn = (error: unknown): boolean =>
  error instanceof ResponseBodyError && withdrawn.includes(error.error);

const withdrawn: readonly string[] = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];
