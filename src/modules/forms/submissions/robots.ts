import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '#lib/vault.ts';

/** Faster answers count as those of a robot: nobody reads and answers a form in less time. */
const minMs = 2000;
const maxMs = 24 * 3_600_000;
const purpose = 'forms';

/** When the page of a form was opened: `none` for a program that has no page, `invalid` for a token that is not ours. */
export type StartedAt = number | 'none' | 'invalid';

const digestOf = (key: string, formId: string, startedAt: number): Buffer =>
  createHmac('sha256', key).update(`${formId} ${startedAt}`).digest();

/** Says when the page of a form was opened. */
export const startToken = (vault: Vault, formId: string, startedAt = Date.now()): string =>
  `${startedAt.toString(36)}.${digestOf(vault.derive(purpose), formId, startedAt).toString('base64url')}`;

/** A replaced key is accepted while the operator keeps it. */
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

/** Whether a program filled in the page of the form. Programs that use the API send neither token nor trap; the rates limit them. */
export function isRobot(trap: unknown, startedAt: StartedAt, now = Date.now()): boolean {
  if (trap !== undefined && trap !== '') return true;
  if (typeof startedAt === 'string') return startedAt === 'invalid';
  return now - startedAt < minMs || now - startedAt > maxMs;
}
