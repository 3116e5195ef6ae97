import { createHmac, timingSafeEqual } from 'node:crypto';

/** A field that people do not see. Robots fill in every field. */
export const trapField = 'website_url_confirm';

/** Nobody reads and answers a form faster. */
const minMs = 2000;
const maxMs = 24 * 3_600_000;

const digestOf = (key: string, formId: string, startedAt: number): Buffer =>
  createHmac('sha256', key).update(`${formId} ${startedAt}`).digest();

/** Says when the page of a form was opened. */
export const startToken = (key: string, formId: string, startedAt = Date.now()): string =>
  `${startedAt.toString(36)}.${digestOf(key, formId, startedAt).toString('base64url')}`;

/** When the page was opened. Undefined for a token that the platform did not make for this form. */
export function readStartToken(key: string, formId: string, token: string): number | undefined {
  const [, time = '', signature = ''] = /^([0-9a-z]{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  const startedAt = Number.parseInt(time, 36);
  if (Number.isNaN(startedAt)) return undefined;
  const given = Buffer.from(signature, 'base64url');
  return timingSafeEqual(given, digestOf(key, formId, startedAt)) ? startedAt : undefined;
}

/**
 * Whether a program sent the page of the form. Programs that use the API openly send no token, and neither the trap; for them the rates
 * are the limit.
 */
export const isRobot = (trap: unknown, startedAt: number | undefined, now = Date.now()): boolean =>
  (trap !== undefined && trap !== '') ||
  (startedAt !== undefined && (now - startedAt < minMs || now - startedAt > maxMs));
