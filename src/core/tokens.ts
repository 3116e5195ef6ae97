import { createSigner, createVerifier } from 'fast-jwt';
import { isId } from '#lib/ids.ts';
import { AppError } from './errors.ts';

interface TokenClaims {
  readonly userId: string;
  readonly tenantId: string;
}

export interface Tokens {
  readonly lifetimeMs: number;
  issue(claims: TokenClaims): string;
  read(token: string): TokenClaims;
}

const audience = 'atrium';

/** Access tokens say who; what they may do is looked up, so that a change of role needs no new token. */
export function createTokens(secret: string, lifetimeMs: number): Tokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: lifetimeMs, aud: audience });
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    allowedAud: audience,
    requiredClaims: ['exp', 'aud', 'sub', 'tenant', 'use'],
    cache: 1000,
  });
  return {
    lifetimeMs,
    issue: ({ userId, tenantId }) => sign({ sub: userId, tenant: tenantId, use: 'access' }),
    read(token) {
      let claims: { sub: string; tenant: string; use: string };
      try {
        claims = verify(token);
      } catch (error) {
        const expired = (error as { code?: string }).code === 'FAST_JWT_EXPIRED';
        throw new AppError(
          'unauthenticated',
          expired ? 'The access token has expired; sign in again.' : 'The access token is not valid; sign in again.',
        );
      }
      if (!isId(String(claims.sub)) || !/^\d{1,18}$/.test(String(claims.tenant)))
        throw new AppError('unauthenticated', 'The access token is not valid; sign in again.');
      if (claims.use !== 'access') throw new AppError('unauthenticated', 'This token is not an access token.');
      return { userId: claims.sub, tenantId: claims.tenant };
    },
  };
}
