import { createSigner } from 'fast-jwt';
import type { OpenIdProvider, SigningKey } from './settings.ts';

const lifetimeMs = 3_600_000;
/** A secret is made anew while the old one is still good for a request under way. */
const marginMs = 300_000;

/** Apple's client secret is a short-lived token that the client signs itself. */
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
  let made: { readonly secret: string; readonly renewAtMs: number } | undefined;
  return (): string => {
    if (!made || made.renewAtMs <= Date.now()) {
      made = { secret: sign({}), renewAtMs: Date.now() + lifetimeMs - marginMs };
    }
    return made.secret;
  };
}
