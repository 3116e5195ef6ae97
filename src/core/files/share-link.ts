import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#lib/ids.ts';
import type { Vault } from '#lib/vault.ts';

/** A record whose content anybody with the link may download until the link expires. */
export interface SharedFile {
  readonly tenantId: string;
  /** `module.slug`. */
  readonly model: string;
  readonly recordId: string;
  readonly expiresAtMs: number;
  /**
   * True when the platform created the link for its own work, such as a preview or a post. Such a link works even if
   * the tenant allows no public links.
   */
  readonly byPlatform?: boolean;
}

const purpose = 'shared files';

const signatureOf = (text: string, key: string): Buffer => createHmac('sha256', key).update(text).digest();

export function writeShareToken(vault: Vault, shared: SharedFile): string {
  const { tenantId, model, recordId, expiresAtMs, byPlatform } = shared;
  const text = [tenantId, model, recordId, Math.floor(expiresAtMs / 1000), ...(byPlatform ? ['platform'] : [])].join(
    ' ',
  );
  return `${Buffer.from(text).toString('base64url')}.${signatureOf(text, vault.derive(purpose)).toString('base64url')}`;
}

/** Undefined for an invalid or expired token. A rotated key is accepted as long as the operator keeps it. */
export function readShareToken(vault: Vault, token: string, nowMs: number): SharedFile | undefined {
  const [encoded = '', signature = ''] = token.split('.');
  const text = Buffer.from(encoded, 'base64url').toString('utf8');
  const given = Buffer.from(signature, 'base64url');
  const keys = [vault.derive(purpose), vault.derivePrevious(purpose)];
  const isOurs = keys.some((key) => {
    const wanted = key === undefined ? Buffer.alloc(0) : signatureOf(text, key);
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  const [tenantId = '', model = '', recordId = '', seconds = '', maker = ''] = text.split(' ');
  const expiresAtMs = Number(seconds) * 1000;
  if (!isOurs || given.length === 0 || !isId(recordId) || !(expiresAtMs > nowMs)) return undefined;
  return { tenantId, model, recordId, expiresAtMs, byPlatform: maker === 'platform' };
}
