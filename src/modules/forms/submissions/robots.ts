import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '#lib/vault.ts';

/** Answers that arrive sooner count as a robot's, because no person reads and answers a form in less time. */
const minMs = 2000;
const maxMs = 24 * 3_600_000;
const purpose = 'forms';

/**
 * The time when the page of a form was opened: `none` for an API client, which has no page, `invalid` for a token with
 * a wrong signature.
 */
export type StartedAt = number | 'none' | 'invalid';

const digestOf = (key: string, formId: string, startedAt: number): Buffer =>
  createHmac('sha256', key).update(`${formId} ${startedAt}`).digest();

/** A signed token with the time when the page of a form was opened. */
export const startToken = (vault: Vault, formId: string, startedAt = Date.now()): string =>
  `${startedAt.toString(36)}.${digestOf(vault.derive(purpose), formId, startedAt).toString('base64url')}`;

/** Verifies a start token. A rotated key is accepted as long as the operator keeps it. */
export function readStartToken(vault: Vault, formId: string, token: string): StartedAt {
  const [, time = '', signature = ''] = /^([0-9a-z]{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  const startedAt = Number.parseInt(time, 36);
  if (Number.isNaN(startedAt)) return 'invalid';
  const given = Buffer.from(signature, 'base64url');
  const keys = [vault.derive(purpose), vault.derivePrevious(purpose)];
  const isOurs = keys.some((key) => {
    const wanted = key === undefined ? Buffer.alloc(0) : digestOf(key, formId, startedAt);
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  return isOurs ? startedAt : 'invalid';
}

/** True when a robot filled in the page. API clients send neither token nor honeypot; the rates limit them. */
export function isRobot(trap: unknown, startedAt: StartedAt, now = Date.now()): boolean {
  if (trap !== undefined && trap !== '') return true;
  if (typeof startedAt === 'string') return startedAt === 'invalid';
  return now - startedAt < minMs || now - startedAt > maxMs;
}
