import type { Tenant } from '#core/access/tenants.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { newId } from '#lib/ids.ts';
import { newOneTimeToken, readOneTimeToken } from '#lib/one-time-token.ts';
import {
  isTokenValid,
  type Link,
  type NewLink,
  type Purpose,
  replaceToken,
  takeToken,
} from '../sql/one-time-tokens.ts';
import { requireNotSuspended } from '../sql/tenants.ts';
import { inPlatformTransaction } from '../tenant-context/platform-context.ts';

/** The rate of invalid tokens from one network, against guessing. */
const invalidLinks: Rate = { name: 'dead links', max: 100, perMs: 60_000 };

/** Creates the token of a link. Earlier tokens of the same purpose and address become invalid. */
export async function createLink(context: TransactionContext, link: NewLink): Promise<{ id: string; token: string }> {
  const id = newId();
  const { token, hash } = newOneTimeToken(context.caller.tenantId);
  await replaceToken(context, id, hash, link);
  return { id, token };
}

/** Checks a link without using it. Call it before expensive work, so that invalid tokens do not cause it. */
export const requireValidLink = (context: Context, token: string, purpose: Purpose): Promise<void> =>
  inTenantOfLink(context, token, async (within, _tenant, hash) => {
    if (!(await isTokenValid(within, hash, purpose))) throw invalidLink();
  });

/** Uses a link up and calls `run` in the same transaction: an error leaves the link valid. */
export const consumeLink = <T>(
  context: Context,
  token: string,
  purpose: Purpose,
  run: (context: TransactionContext, link: Link, tenant: Tenant) => Promise<T>,
): Promise<T> =>
  inTenantOfLink(context, token, async (within, tenant, hash) => {
    const link = await takeToken(within, hash, purpose);
    if (!link) throw invalidLink();
    return run(within, link, tenant);
  });

/** Runs in the tenant that the token names, so that the client need not name it. Invalid tokens are counted. */
async function inTenantOfLink<T>(
  context: Context,
  token: string,
  run: (context: TransactionContext, tenant: Tenant, hash: Buffer) => Promise<T>,
): Promise<T> {
  const { rates, directory } = context.services;
  const network = networkOf(context.origin?.ip ?? '');
  // Count before the check and undo the count after a success, so that concurrent requests cannot exceed the limit.
  await rates.enter(context, invalidLinks, network);
  const read = readOneTimeToken(token);
  if (!read) throw invalidLink();
  const tenant = await directory.tenantById(read.tenantId);
  if (!tenant) throw invalidLink();
  const result = await inPlatformTransaction(context, tenant, async (within) => {
    await requireNotSuspended(within);
    return run(within, tenant, read.hash);
  });
  await rates.leave(invalidLinks, network);
  return result;
}

const invalidLink = () =>
  invalid('token', 'invalid_token', 'is not valid: the link was used, has expired, or was replaced by a newer one');
