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

export interface Tokens {
  readonly lifetimeMs: number;
  issue(claims: TokenClaims): string;
  read(token: string): TokenClaims;
}

const audience = 'atrium';

const remembered = 10_000;

/** Access tokens say who; what they may do is looked up, so that a change of role needs no new token. */
export function createTokens({ current, previous }: SecretPair<string>, lifetimeMs: number): Tokens {
  const sign = createSigner({ key: current, algorithm: 'HS256', expiresIn: lifetimeMs, aud: audience });
  const verify = previous === undefined ? verifierOf(current) : eitherOf(verifierOf(current), verifierOf(previous));
  // A signature that was right stays right; only its end is looked at again. The library's own cache would hash the token
  // anew for each look.
  const known = new LruMap<string, TokenClaims & { readonly endsAtMs: number }>(remembered);
  return {
    lifetimeMs,
    issue: ({ userId, tenantId, sessionId }) => sign({ sub: userId, tenant: tenantId, sid: sessionId, use: 'access' }),
    read(token) {
      const seen = known.get(token);
      if (seen && seen.endsAtMs > Date.now()) return seen;
      const claims = readClaims(verify, token);
      known.set(token, claims);
      return claims;
    },
  };
}

type Verify = (token: string) => Claims;

const verifierOf = (key: string): Verify =>
  createVerifier({
    key,
    algorithms: ['HS256'],
    allowedAud: audience,
    requiredClaims: ['exp', 'iat', 'aud', 'sub', 'tenant', 'sid', 'use'],
  });

/** During a rotation: only a signature that is not right is tried with the other secret. */
const eitherOf =
  (first: Verify, second: Verify): Verify =>
  (token) => {
    try {
      return first(token);
    } catch (error) {
      if ((error as { code?: string }).code !== 'FAST_JWT_INVALID_SIGNATURE') throw error;
      return second(token);
    }
  };

function readClaims(verify: Verify, token: string): TokenClaims & { endsAtMs: number } {
  const refused = (message: string) => new AppError('unauthenticated', message);
  let claims: Claims;
  try {
    claims = verify(token);
  } catch (error) {
    const expired = (error as { code?: string }).code === 'FAST_JWT_EXPIRED';
    throw refused(
      expired ? 'The access token has expired; sign in again.' : 'The access token is not valid; sign in again.',
    );
  }
  const { sub, tenant, sid, use, exp } = claims;
  if (!isId(String(sub)) || !isId(String(sid)) || !/^\d{1,18}$/.test(String(tenant)))
    throw refused('The access token is not valid; sign in again.');
  if (use !== 'access') throw refused('This token is not an access token.');
  return { userId: sub, tenantId: tenant, sessionId: sid, endsAtMs: exp * 1000 };
}

interface Claims {
  readonly sub: string;
  readonly tenant: string;
  readonly sid: string;
  readonly use: string;
  readonly exp: number;
}
