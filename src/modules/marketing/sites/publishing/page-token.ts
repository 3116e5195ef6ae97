import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#lib/ids.ts';
import type { Vault } from '#lib/vault.ts';

const purpose = 'forms on pages of websites';

const signatureOf = (key: string, formId: string, pageId: string): Buffer =>
  createHmac('sha256', key).update(`${formId} ${pageId}`).digest();

/**
 * Names the page of a website that shows a form, so that submissions count for that page, or for the variant that the
 * visitor saw, without a cookie. The signature prevents counting for a page that does not have the form.
 */
export const writePageToken = (vault: Vault, formId: string, pageId: string): string =>
  `${pageId}.${signatureOf(vault.derive(purpose), formId, pageId).toString('base64url')}`;

/**
 * Returns the id of the page. Replaced keys are accepted for as long as the operator keeps them, because published
 * pages keep their tokens.
 */
export function readPageToken(vault: Vault, formId: string, token: string): string | undefined {
  const [pageId = '', signature = ''] = token.split('.');
  if (!isId(pageId)) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const keys = [vault.derive(purpose), vault.derivePrevious(purpose)].filter((key) => key !== undefined);
  const isOurs = keys.some((key) => {
    const wanted = signatureOf(key, formId, pageId);
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  return isOurs ? pageId : undefined;
}
