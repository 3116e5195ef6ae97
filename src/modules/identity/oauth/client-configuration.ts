import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { appleSecret } from './apple-secret.ts';
import type { OAuth2Provider, OpenIdProvider, Provider } from './settings.ts';

const cacheMs = 3_600_000;

interface CachedConfiguration {
  readonly configuration: Promise<Configuration>;
  readonly expiresAtMs: number;
}

/** Keyed by the settings object, because one process can run several servers. */
const cache = new WeakMap<Provider, CachedConfiguration>();

/** Endpoints, keys and authentication of a provider, for openid-client. Failures are not cached. */
export function configurationOf(provider: Provider): Promise<Configuration> {
  const cached = cache.get(provider);
  if (cached && cached.expiresAtMs > Date.now()) return cached.configuration;
  const configuration = provider.kind === 'openid' ? discover(provider) : Promise.resolve(describe(provider));
  const entry = { configuration, expiresAtMs: Date.now() + cacheMs };
  cache.set(provider, entry);
  configuration.catch(() => {
    if (cache.get(provider) === entry) cache.delete(provider);
  });
  return configuration;
}

/** The non-repudiation check verifies the signature of an ID token, even though it comes directly from the provider. */
const discover = (provider: OpenIdProvider): Promise<Configuration> =>
  discovery(new URL(provider.issuer), provider.clientId, undefined, authentication(provider), {
    execute: [enableNonRepudiationChecks, ...(isInsecure(provider.issuer) ? [allowInsecureRequests] : [])],
    timeout: provider.timeoutSeconds,
  });

function describe(provider: OAuth2Provider): Configuration {
  const { issuer, authorizationUrl, tokenUrl, profileUrl, clientId, timeoutSeconds } = provider;
  const server = { issuer, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl };
  const configuration = new Configuration(server, clientId, undefined, authentication(provider));
  configuration.timeout = timeoutSeconds;
  if ([authorizationUrl, tokenUrl, profileUrl].some(isInsecure)) allowInsecureRequests(configuration);
  return configuration;
}

/** The settings allow http only for a provider on this machine. */
const isInsecure = (url: string): boolean => url.startsWith('http:');

/** X expects the secret in a header, the others in the body. */
function authentication(provider: Provider): ClientAuth {
  const { clientSecret } = provider;
  if (typeof clientSecret === 'string') {
    return provider.name === 'twitter' ? secretInHeader(clientSecret) : ClientSecretPost(clientSecret);
  }
  if (provider.kind !== 'openid') throw new Error(`${provider.name} takes no signed secret`);
  const secret = appleSecret(provider, clientSecret);
  return (server, client, body, headers) => ClientSecretPost(secret())(server, client, body, headers);
}

/**
 * Keeps letters, digits, - and _ as they are, for servers that do not decode id and secret. The library itself encodes - and _
 * in hexadecimal.
 */
function secretInHeader(secret: string): ClientAuth {
  const encoded = (text: string) => new URLSearchParams({ _: text }).toString().slice(2);
  return (_server, { client_id: id }, _body, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')}`);
  };
}
