import { createHash, randomBytes } from 'node:crypto';

/** A single-use secret. It begins with its tenant, so that its row is looked up only in that tenant. */
export function newOneTimeToken(tenantId: string): { token: string; hash: Buffer } {
  const token = `${BigInt(tenantId).toString(36)}.${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOf(token) };
}

/** Undefined when the text is not such a token. Only the hash is stored. */
export function readOneTimeToken(token: string): { tenantId: string; hash: Buffer } | undefined {
  const [, tenant] = /^([0-9a-z]{1,12})\.[\w-]{43}$/.exec(token) ?? [];
  return tenant === undefined ? undefined : { tenantId: String(Number.parseInt(tenant, 36)), hash: hashOf(token) };
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
