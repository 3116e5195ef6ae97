import { createSigner, createVerifier } from 'fast-jwt';
import { isId } from '#lib/ids.ts';
import { LruMap } from '#lib/lru.ts';
import { AppError } from '../errors.ts';
import type { SecretPair } from '../secrets.ts';

declare module '../context.ts' {
  interface Services {
    readonly tokens: Tokens;
  }
}

interface TokenClaims {
  readonly userId: string;
  readonly tenantId: string;
  readonly sessionId: string;
}

interface ExpiringClaims extends TokenClaims {
  readonly expiresAtMs: number;
}

export interface Tokens {
  readonly lifetimeMs: number;
  issue(claims: TokenClaims): string;
  read(token: string): TokenClaims;
}

const audience = 'atrium';

const maxCachedTokens = 10_000;

/** Access tokens contain the user, but not the permissions, so that a change of roles needs no new token. */
export function createTokens({ current, previous }: SecretPair<string>, lifetimeMs: number): Tokens {
  const sign = createSigner({ key: current, algorithm: 'HS256', expiresIn: lifetimeMs, aud: audience });
  const verify =
    previous === undefined ? verifierOf(current) : verifyWithEither(verifierOf(current), verifierOf(previous));
  // Caches verified tokens; only the expiry is checked again. The library's own cache would hash the token on each
  // read.
  const verified = new LruMap<string, ExpiringClaims>(maxCachedTokens);
  return {
    lifetimeMs,
    issue: ({ userId, tenantId, sessionId }) => sign({ sub: userId, tenant: tenantId, sid: sessionId, use: 'access' }),
    read(token) {
      const cached = verified.get(token);
      if (cached && cached.expiresAtMs > Date.now()) return cached;
      const claims = readClaims(verify, token);
      verified.set(token, claims);
      return claims;
    },
  };
}

type Verify = (token: string) => JwtClaims;

const verifierOf = (key: string): Verify =>
  createVerifier({
    key,
    algorithms: ['HS256'],
    allowedAud: audience,
    requiredClaims: ['exp', 'iat', 'aud', 'sub', 'tenant', 'sid', 'use'],
  });

/**
 * Verifies tokens during a rotation of the secret. Tries the second secret only when the signature is wrong, not for
 * other errors.
 */
const verifyWithEither =
  (first: Verify, second: Verify): Verify =>
  (token) => {
    try {
      return first(token);
    } catch (error) {
      if ((error as { code?: string }).code !== 'FAST_JWT_INVALID_SIGNATURE') throw error;
      return second(token);
    }
  };

function readClaims(verify: Verify, token: string): ExpiringClaims {
  const unauthenticated = (message: string) => new AppError('unauthenticated', message);
  let claims: JwtClaims;
  try {
    claims = verify(token);
  } catch (error) {
    const expired = (error as { code?: string }).code === 'FAST_JWT_EXPIRED';
    throw unauthenticated(
      expired ? 'The access token has expired; sign in again.' : 'The access token is not valid; sign in again.',
    );
  }
  const { sub, tenant, sid, use, exp } = claims;
  if (!isId(String(sub)) || !isId(String(sid)) || !/^\d{1,18}$/.test(String(tenant)))
    throw unauthenticated('The access token is not valid; sign in again.');
  if (use !== 'access') throw unauthenticated('This token is not an access token.');
  return { userId: sub, tenantId: tenant, sessionId: sid, expiresAtMs: exp * 1000 };
}

interface JwtClaims {
  readonly sub: string;
  readonly tenant: string;
  readonly sid: string;
  readonly use: string;
  readonly exp: number;
}
