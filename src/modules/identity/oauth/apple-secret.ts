import { createSigner } from 'fast-jwt';
import type { OpenIdProvider, SigningKey } from './settings.ts';

const lifetimeMs = 3_600_000;
/** A secret is renewed this long before it expires, so that a pending request can still use it. */
const renewBeforeMs = 300_000;

/** Apple's client secret is a short-lived token that the client signs. Returns a function that caches and renews it. */
export function appleSecret({ clientId, issuer }: OpenIdProvider, { teamId, keyId, privateKey }: SigningKey) {
  const sign = createSigner({
    algorithm: 'ES256',
    key: privateKey,
    kid: keyId,
    iss: teamId,
    aud: issuer,
    sub: clientId,
    expiresIn: lifetimeMs,
  });
  let current: { readonly secret: string; readonly renewAtMs: number } | undefined;
  return (): string => {
    if (!current || current.renewAtMs <= Date.now()) {
      current = { secret: sign({}), renewAtMs: Date.now() + lifetimeMs - renewBeforeMs };
    }
    return current.secret;
  };
}
