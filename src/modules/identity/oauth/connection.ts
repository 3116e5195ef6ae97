import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { appleSecret } from './apple-secret.ts';
import type { OpenIdProvider, PlainProvider, Provider } from './settings.ts';

const keptMs = 3_600_000;

interface Kept {
  readonly configuration: Promise<Configuration>;
  readonly endsAtMs: number;
}

/** By the settings of the provider: those of another server in this process are others. */
const kept = new WeakMap<Provider, Kept>();

/** How a provider is spoken to, as far as its discovery document says it. Failures are not remembered. */
export function connectionTo(provider: Provider): Promise<Configuration> {
  const known = kept.get(provider);
  if (known && known.endsAtMs > Date.now()) return known.configuration;
  const configuration = provider.kind === 'openid' ? discover(provider) : Promise.resolve(describe(provider));
  const fresh = { configuration, endsAtMs: Date.now() + keptMs };
  kept.set(provider, fresh);
  configuration.catch(() => {
    if (kept.get(provider) === fresh) kept.delete(provider);
  });
  return configuration;
}

/** The signature of an ID token is checked even though it comes straight from the provider. */
const discover = (provider: OpenIdProvider): Promise<Configuration> =>
  discovery(new URL(provider.issuer), provider.clientId, undefined, authentication(provider), {
    execute: [enableNonRepudiationChecks, ...(isInsecure(provider.issuer) ? [allowInsecureRequests] : [])],
    timeout: provider.timeoutSeconds,
  });

function describe(provider: PlainProvider): Configuration {
  const { issuer, authorizationUrl, tokenUrl, profileUrl, clientId, timeoutSeconds } = provider;
  const server = { issuer, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl };
  const configuration = new Configuration(server, clientId, undefined, authentication(provider));
  configuration.timeout = timeoutSeconds;
  if ([authorizationUrl, tokenUrl, profileUrl].some(isInsecure)) allowInsecureRequests(configuration);
  return configuration;
}

/** The settings permit http for this machine alone. */
const isInsecure = (url: string): boolean => url.startsWith('http:');

/** X wants the secret in a header, the others in the body. */
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
 * Letters, digits, - and _ stay as they are, so that servers which do not decode the two read them all the same; the
 * library's own way writes - and _ in hexadecimal.
 */
function secretInHeader(secret: string): ClientAuth {
  const encoded = (text: string) => new URLSearchParams({ _: text }).toString().slice(2);
  return (_server, { client_id: id }, _body, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')}`);
  };
}
