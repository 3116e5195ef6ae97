import { systemCaller } from '#core/access/caller.ts';
import { type Context, queryable } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import type { RecordObject } from '#core/models/record.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { Visit } from '#core/page.ts';
import { readOneTimeToken } from '#lib/one-time-token.ts';
import { quotes } from '../model-names.ts';
import { findQuoteOfLink } from '../sql/links.ts';

/** The rate of invalid tokens from one network, against guessing. */
const invalidLinks: Rate = { name: 'dead quote links', max: 100, perMs: 60_000 };

export interface FoundQuote {
  /** Acts as the platform in the tenant of the link, because the visitor is no user. */
  readonly context: Context;
  readonly quote: RecordObject;
  readonly token: string;
}

/** The quote of the link; undefined when the link is wrong, or the quote or the tenant is gone. */
export async function findQuote(visit: Visit, token: string): Promise<FoundQuote | undefined> {
  const context = await contextOfToken(visit, token);
  const hash = readOneTimeToken(token)?.hash;
  const id = context && hash && (await findQuoteOfLink(queryable(context), context.caller.tenantId, hash));
  if (!context || id === undefined) {
    await countInvalid(visit);
    return undefined;
  }
  try {
    const { body } = await invoke(context, operations.get, quotes(context), { id, query: {} });
    return { context, quote: JSON.parse(body) as RecordObject, token };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function contextOfToken(visit: Visit, token: string): Promise<Context | undefined> {
  const { services, requestId, origin } = visit;
  const read = readOneTimeToken(token);
  const tenant = read && (await services.directory.tenantById(read.tenantId));
  if (tenant?.status !== 'active') return undefined;
  const registry = await services.directory.registry(tenant.id);
  return { services, caller: systemCaller(tenant.id, tenant.accountKey), registry, requestId, origin };
}

async function countInvalid({ services, origin, requestId }: Visit): Promise<void> {
  const registry = services.directory.base;
  const context = { services, caller: systemCaller('0', ''), registry, requestId, origin };
  await services.rates.enter(context, invalidLinks, networkOf(origin.ip));
}
