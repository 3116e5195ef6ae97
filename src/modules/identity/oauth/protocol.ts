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
import { connectionTo } from './connection.ts';
import { namesInForm, type Person, personOfClaims, personOfProfile, UnusableAnswer } from './profile.ts';
import type { OpenIdProvider, PlainProvider, Provider, ProviderName } from './settings.ts';

export { reasonOf } from './failure.ts';

export interface Begun {
  /** Where the browser goes. */
  readonly url: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the browser brought back. */
export interface Returned {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly error?: string | undefined;
  /** The issuer of the answer, which most providers tell: one that answers for another is found out. */
  readonly iss?: string | undefined;
  /** Apple's form, at the first sign-in. */
  readonly user?: string | undefined;
}

/** What was kept since the beginning. */
export interface Expected {
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

/** Begins a sign-in: the address at the provider, and what must be kept until the browser comes back. */
export async function beginLogin(provider: Provider, redirectUri: string, state: string): Promise<Begun> {
  const configuration = await connectionTo(provider);
  const nonce = randomNonce();
  const verifier = randomPKCECodeVerifier();
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: new URL(redirectUri).href,
    scope: scopes[provider.name],
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'openid' && { nonce }),
    // Apple tells names and addresses only this way.
    ...(provider.name === 'apple' && { response_mode: 'form_post' }),
  });
  return { url: url.href, nonce, verifier };
}

/** Ends it: trades the code for who signed in. Throws whatever went wrong; `reasonOf` puts it into words. */
export async function finishLogin(provider: Provider, returned: Returned, expected: Expected): Promise<Person> {
  const configuration = await connectionTo(provider);
  const callback = new URL(expected.redirectUri);
  for (const name of ['code', 'state', 'error', 'iss'] as const) {
    const value = returned[name];
    if (value !== undefined) callback.searchParams.set(name, value);
  }
  return provider.kind === 'openid'
    ? finishOpenId(configuration, provider, callback, returned, expected)
    : finishPlain(configuration, provider, callback, expected);
}

async function finishOpenId(
  configuration: Configuration,
  provider: OpenIdProvider,
  callback: URL,
  { user }: Returned,
  { state, nonce, verifier }: Expected,
): Promise<Person> {
  const tokens = await authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new UnusableAnswer('there is no ID token');
  const asks = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = asks ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
  // Who it is comes from the signed token alone.
  const { iss, sub } = claims;
  return personOfClaims(provider, { ...claims, ...more, iss, sub }, provider.name === 'apple' ? namesInForm(user) : {});
}

async function finishPlain(
  configuration: Configuration,
  provider: PlainProvider,
  callback: URL,
  { state, verifier }: Expected,
): Promise<Person> {
  const tokens = await authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  const profile = await fetchProtectedResource(
    configuration,
    tokens.access_token,
    new URL(provider.profileUrl),
    'GET',
    undefined,
    new Headers({ accept: 'application/json' }),
  );
  if (profile.status !== 200) throw new UnusableAnswer(`the profile was answered with status ${profile.status}`);
  return personOfProfile(provider, await profile.json());
}
