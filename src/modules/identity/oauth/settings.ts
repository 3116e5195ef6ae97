import { createPrivateKey } from 'node:crypto';
import { StartupError } from '#lib/startup-error.ts';

export const providerNames = ['google', 'microsoft', 'apple', 'facebook', 'twitter'] as const;
export type ProviderName = (typeof providerNames)[number];

/** Apple's client secret is an expiring token. This key signs a new one each time. */
export interface SigningKey {
  readonly teamId: string;
  readonly keyId: string;
  /** PEM of an EC key on P-256. */
  readonly privateKey: string;
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string | SigningKey;
}

/** Supports OpenID Connect: the endpoints are read from the discovery document of the issuer. */
export interface OpenIdProvider extends Credentials {
  readonly kind: 'openid';
  readonly name: ProviderName;
  readonly issuer: string;
  readonly timeoutSeconds: number;
}

/** Supports only OAuth 2: the user is read from the profile URL. */
export interface OAuth2Provider extends Credentials {
  readonly kind: 'oauth2';
  readonly name: ProviderName;
  /** Stored as the issuer, because such a provider names none. */
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly profileUrl: string;
  readonly timeoutSeconds: number;
}

export type Provider = OpenIdProvider | OAuth2Provider;

/** The providers for which the operator has set credentials. */
type OAuthSettings = Readonly<Partial<Record<ProviderName, Provider>>>;

declare module '#core/context.ts' {
  interface Settings {
    readonly oauth: OAuthSettings;
  }
}

const labels: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  apple: 'Apple',
  facebook: 'Facebook',
  twitter: 'X',
};

/** The display name of a provider. */
export const labelOf = (name: ProviderName): string => labels[name];

type ReadVariable = (name: string) => string | undefined;

const timeoutSeconds = 10;

const defaultIssuers: Readonly<Partial<Record<ProviderName, string>>> = {
  google: 'https://accounts.google.com',
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
  apple: 'https://appleid.apple.com',
};

interface Endpoints {
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly profileUrl: string;
}

const defaultEndpoints: Readonly<Partial<Record<ProviderName, Endpoints>>> = {
  facebook: {
    issuer: 'https://www.facebook.com',
    authorizationUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    profileUrl: 'https://graph.facebook.com/v23.0/me?fields=id,first_name,last_name,email',
  },
  twitter: {
    issuer: 'https://x.com',
    authorizationUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    profileUrl: 'https://api.x.com/2/users/me',
  },
};

export const isProviderName = (name: string): name is ProviderName =>
  (providerNames as readonly string[]).includes(name);

/** The environment variables that a provider needs. */
export const credentialNames = (name: ProviderName): readonly [string, string] => [
  variable(name, 'CLIENT_ID'),
  variable(name, 'CLIENT_SECRET'),
];

/** Reads the settings of all providers. Incomplete settings stop the start. */
export function readOAuthSettings(value: ReadVariable): OAuthSettings {
  const found = providerNames.flatMap((name) => {
    const provider = readProvider(name, value);
    return provider ? [[name, provider] as const] : [];
  });
  return Object.freeze(Object.fromEntries(found));
}

const variable = (name: ProviderName, part: string): string => `OAUTH_${name.toUpperCase()}_${part}`;

/** URLs are checked even when the credentials are missing, so that a mistake is reported early. */
function readProvider(name: ProviderName, value: ReadVariable): Provider | undefined {
  const endpoints = readEndpoints(name, value);
  const clientId = value(variable(name, 'CLIENT_ID'));
  const clientSecret = name === 'apple' ? readAppleSecret(value) : value(variable(name, 'CLIENT_SECRET'));
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined) throw incomplete(name, `its secret is set, but ${credentialNames(name)[0]} is not`);
  if (clientSecret === undefined) throw incomplete(name, `its id is set, but ${secretNames(name)} is not`);
  return Object.freeze({ ...endpoints, name, clientId, clientSecret, timeoutSeconds });
}

const incomplete = (name: ProviderName, what: string): StartupError =>
  new StartupError(`Sign-in with ${labelOf(name)} is set up only in part: ${what}. Set both or neither.`);

/** Apple's secret may be signed with a key instead. */
const secretNames = (name: ProviderName): string =>
  name === 'apple' ? `${credentialNames(name)[1]} (or ${appleKeyNames.join(', ')})` : credentialNames(name)[1];

type ProviderEndpoints =
  | { readonly kind: 'openid'; readonly issuer: string }
  | ({ readonly kind: 'oauth2' } & Endpoints);

function readEndpoints(name: ProviderName, value: ReadVariable): ProviderEndpoints {
  const defaults = defaultEndpoints[name];
  const override = (part: string) => readUrl(variable(name, part), value);
  if (!defaults) {
    const issuer = override('ISSUER') ?? defaultIssuers[name] ?? '';
    if (/[?#]/.test(issuer)) throw new StartupError(`${variable(name, 'ISSUER')} must have no query and no fragment.`);
    return { kind: 'openid', issuer };
  }
  const authorizationUrl = override('AUTHORIZATION_URL');
  return {
    kind: 'oauth2',
    issuer: authorizationUrl === undefined ? defaults.issuer : new URL(authorizationUrl).origin,
    authorizationUrl: authorizationUrl ?? defaults.authorizationUrl,
    tokenUrl: override('TOKEN_URL') ?? defaults.tokenUrl,
    profileUrl: override('PROFILE_URL') ?? defaults.profileUrl,
  };
}

function readUrl(name: string, value: ReadVariable): string | undefined {
  const text = value(name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new StartupError(`${name} must be an https address without user and password, not "${text}".`);
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new StartupError(`${name} must be an https address: http is only for a provider on this machine.`);
  }
  return text;
}

/** `URL` has normalised every notation of an IPv4 address to four decimal numbers. */
const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);

const appleKeyNames = ['TEAM_ID', 'KEY_ID', 'PRIVATE_KEY'].map((part) => variable('apple', part));

function readAppleSecret(value: ReadVariable): string | SigningKey | undefined {
  const secretName = variable('apple', 'CLIENT_SECRET');
  const secret = value(secretName);
  const [teamId, keyId, pem] = appleKeyNames.map(value);
  const given = [teamId, keyId, pem].filter((part) => part !== undefined).length;
  if (secret !== undefined && given > 0) {
    throw new StartupError(`Set either ${secretName} or ${appleKeyNames.join(', ')}, not both.`);
  }
  if (given === 0) return secret;
  if (teamId === undefined || keyId === undefined || pem === undefined) {
    throw new StartupError(`${appleKeyNames.join(', ')} belong together: set all three.`);
  }
  return Object.freeze({ teamId, keyId, privateKey: readKey(pem) });
}

/** Error messages do not contain the key. */
function readKey(text: string): string {
  const name = variable('apple', 'PRIVATE_KEY');
  const pem = text.replaceAll('\\n', '\n');
  let curve: string | undefined;
  try {
    curve = createPrivateKey(pem).asymmetricKeyDetails?.namedCurve;
  } catch {
    throw new StartupError(`${name} must be a private key in PEM (a .p8 file), its newlines possibly written as \\n.`);
  }
  if (curve !== 'prime256v1')
    throw new StartupError(`${name} must be an EC key on the curve P-256, as Apple gives it.`);
  return pem;
}
