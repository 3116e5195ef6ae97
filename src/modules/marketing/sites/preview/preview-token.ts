import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#lib/ids.ts';
import type { Vault } from '#lib/vault.ts';

/** A link that shows the saved page to anybody who has it, until it expires. */
export interface PreviewLink {
  readonly tenantId: string;
  readonly pageId: string;
  /** The user who made the link. The preview shows only what this user may read. */
  readonly userId: string;
  readonly expiresAtMs: number;
}

const purpose = 'previews of pages';
const sign = (text: string, key: string): Buffer => createHmac('sha256', key).update(text).digest();

export function writePreviewToken(vault: Vault, { tenantId, pageId, userId, expiresAtMs }: PreviewLink): string {
  const text = [tenantId, pageId, userId, Math.floor(expiresAtMs / 1000)].join(' ');
  return `${Buffer.from(text).toString('base64url')}.${sign(text, vault.derive(purpose)).toString('base64url')}`;
}

/** Undefined for a token that is invalid or has expired. */
export function readPreviewToken(vault: Vault, token: string, nowMs: number): PreviewLink | undefined {
  const [encoded = '', signature = ''] = token.split('.');
  const text = Buffer.from(encoded, 'base64url').toString('utf8');
  const given = Buffer.from(signature, 'base64url');
  const isOurs = [vault.derive(purpose), vault.derivePrevious(purpose)].some((key) => {
    const wanted = key === undefined ? Buffer.alloc(0) : sign(text, key);
    return wanted.length > 0 && wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  const [tenantId = '', pageId = '', userId = '', seconds = ''] = text.split(' ');
  const expiresAtMs = Number(seconds) * 1000;
  if (!isOurs || !isId(pageId) || !isId(userId) || !(expiresAtMs > nowMs)) return undefined;
  return { tenantId, pageId, userId, expiresAtMs };
}
