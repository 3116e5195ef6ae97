import { createHash, timingSafeEqual } from 'node:crypto';

/** The data by which a request authenticates. */
export type Credential = SessionCredential | KeyCredential;

export interface SessionCredential {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
}

export interface KeyCredential {
  readonly tenantId: string;
  readonly keyId: string;
  /** The complete API key. The platform shows it once and stores only its hash. */
  readonly key: string;
}

/** The stored form of an API key. A key has 256 random bits, so a fast hash suffices. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Compares secrets in constant time. */
export function equalSecrets(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
