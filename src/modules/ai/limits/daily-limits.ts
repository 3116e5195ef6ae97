import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Limits } from '../configuration/setting-shapes.ts';
import { addRequest, addTokens, type DailyUse, wholeTenant } from './sql/daily-use.ts';

const countedIds = ({ caller }: TransactionContext): string[] =>
  caller.userId === null ? [wholeTenant] : [wholeTenant, caller.userId];

/**
 * Counts a request, and throws when a limit of the day is reached: the transaction is then rolled back, so a refused
 * request does not count. Returns the day that it counts for.
 */
export async function countRequest(context: TransactionContext, limits: Limits): Promise<string> {
  const rows = await addRequest(context.tx, context.caller.tenantId, countedIds(context));
  for (const row of rows) requireWithin(limits, row);
  return (rows[0] as DailyUse).day;
}

/** Tokens are known when a completion ends, so those of running completions may exceed the limit. */
export async function countTokens(context: TransactionContext, day: string, tokens: number): Promise<void> {
  if (tokens > 0) await addTokens(context.tx, context.caller.tenantId, countedIds(context), { day, tokens });
}

function requireWithin(limits: Limits, { userId, requests, tokens, seconds }: DailyUse): void {
  const keys =
    userId === wholeTenant
      ? (['requestsPerDay', 'tokensPerDay'] as const)
      : (['userRequestsPerDay', 'userTokensPerDay'] as const);
  const [requestKey, tokenKey] = keys;
  if (requests > (limits[requestKey] ?? Number.POSITIVE_INFINITY)) throw exhausted(requestKey, limits, seconds);
  if (tokens >= (limits[tokenKey] ?? Number.POSITIVE_INFINITY)) throw exhausted(tokenKey, limits, seconds);
}

function exhausted(key: keyof Limits, limits: Limits, seconds: number): AppError {
  const whose = key.startsWith('user') ? 'You have' : 'Your account has';
  const what = key.endsWith('TokensPerDay') || key === 'tokensPerDay' ? 'tokens' : 'AI requests';
  const wait = Math.max(1, Math.ceil(seconds));
  const message = `${whose} used the ${Number(limits[key]).toLocaleString('en')} ${what} of today (${key} of the setting ai.limits); the day ends in ${wait} seconds, at midnight UTC.`;
  return new AppError('rate_limited', message, [{ field: `ai.limits.${key}`, code: 'rate_limited', message }], {
    'retry-after': String(wait),
  });
}
