import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#lib/ids.ts';
import type { Vault } from '#lib/vault.ts';

const purpose = 'prefilled forms';

const digestOf = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const textOf = (formId: string, recordId: string, expiresAt: string): string => `${formId} ${recordId} ${expiresAt}`;

/** Creates a token that allows its holder to read and change the fields of the form in one record, until it expires. */
export function writePrefillToken(vault: Vault, formId: string, recordId: string, expiresAt: Date): string {
  const expires = Math.floor(expiresAt.getTime() / 1000).toString(36);
  const signature = digestOf(vault.derive(purpose), textOf(formId, recordId, expires)).toString('base64url');
  return `${recordId}.${expires}.${signature}`;
}

/** The id of the record. Undefined when the token is invalid or has expired. */
export function readPrefillToken(vault: Vault, formId: string, token: string, now = Date.now()): string | undefined {
  const [recordId = '', expires = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const keys = [vault.derive(purpose), vault.derivePrevious(purpose)];
  const isOurs = keys.some((key) => {
    const wanted = key === undefined ? Buffer.alloc(0) : digestOf(key, textOf(formId, recordId, expires));
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  if (!isOurs || given.length === 0 || !isId(recordId)) return undefined;
  return Number.parseInt(expires, 36) * 1000 > now ? recordId : undefined;
}
