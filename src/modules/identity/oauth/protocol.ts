import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { configurationOf } from './client-configuration.ts';
import { namesInForm, type ProviderProfile, profileOfAnswer, profileOfClaims, UnusableAnswer } from './profile.ts';
import type { OAuth2Provider, OpenIdProvider, Provider, ProviderName } from './settings.ts';

export { reasonOf } from '#lib/provider-failure.ts';

export interface LoginStart {
  /** The address to which the browser is redirected. */
  readonly url: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The parameters that the browser brings back from the provider. */
interface Callback {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly error?: string | undefined;
  /** Most providers send their issuer, so that an answer of another provider is detected. */
  readonly iss?: string | undefined;
  /** Apple's form, at the first sign-in. */
  readonly user?: string | undefined;
}

/** The values that were stored when the sign-in began. */
interface Expected {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const scopes: Readonly<Record<ProviderName, string>> = {
  google: 'openid email profile',
  microsoft: 'openid email profile',
  apple: 'openid email name',
  facebook: 'public_profile email',
  twitter: 'users.read tweet.read',
};

/** Begins a sign-in: the URL at the provider, and the values to store until the browser returns. */
export async function beginLogin(provider: Provider, redirectUri: string, state: string): Promise<LoginStart> {
  const configuration = await configurationOf(provider);
  const nonce = randomNonce();
  const verifier = randomPKCECodeVerifier();
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: new URL(redirectUri).href,
    scope: scopes[provider.name],
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'openid' && { nonce }),
    // Apple sends names and addresses only in a form.
    ...(provider.name === 'apple' && { response_mode: 'form_post' }),
  });
  return { url: url.href, nonce, verifier };
}

/** Finishes a sign-in: exchanges the code for the profile. `reasonOf` describes the errors that it throws. */
export async function finishLogin(
  provider: Provider,
  callback: Callback,
  expected: Expected,
): Promise<ProviderProfile> {
  const configuration = await configurationOf(provider);
  const callbackUrl = new URL(expected.redirectUri);
  for (const name of ['code', 'state', 'error', 'iss'] as const) {
    const value = callback[name];
    if (value !== undefined) callbackUrl.searchParams.set(name, value);
  }
  return provider.kind === 'openid'
    ? finishOpenId(configuration, provider, callbackUrl, callback, expected)
    : finishOAuth2(configuration, provider, callbackUrl, expected);
}

async function finishOpenId(
  configuration: Configuration,
  provider: OpenIdProvider,
  callbackUrl: URL,
  { user }: Callback,
  { state, nonce, verifier }: Expected,
): Promise<ProviderProfile> {
  const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new UnusableAnswer('there is no ID token');
  const needsUserInfo = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = needsUserInfo ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
  // Issuer and subject come only from the signed token.
  const { iss, sub } = claims;
  const form = provider.name === 'apple' ? namesInForm(user) : {};
  return profileOfClaims(provider, { ...claims, ...userInfo, iss, sub }, form);
}

async function finishOAuth2(
  configuration: Configuration,
  provider: OAuth2Provider,
  callbackUrl: URL,
  { state, verifier }: Expected,
): Promise<ProviderProfile> {
  const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  const answer = await fetchProtectedResource(
    configuration,
    tokens.access_token,
    new URL(provider.profileUrl),
    'GET',
    undefined,
    new Headers({ accept: 'application/json' }),
  );
  if (answer.status !== 200) throw new UnusableAnswer(`the profile was answered with status ${answer.status}`);
  return profileOfAnswer(provider, await answer.json());
}
