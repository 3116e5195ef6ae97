import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Limits } from '../configuration/setting-shapes.ts';
import { type DailyUse, wholeTenant } from './sql/daily-use.ts';

/** The ids of the daily-use rows that a completion counts on: the tenant's, and its user's. */
export const countedIds = ({ caller }: Pick<Context, 'caller'>): string[] =>
  caller.userId === null ? [wholeTenant] : [wholeTenant, caller.userId];

/**
 * Throws when a daily limit is reached. That rolls back the transaction that counted the request, so a refused request
 * does not count. Tokens are known only when a completion ends, so running completions may exceed the limit.
 */
export function requireWithinLimits(limits: Limits, use: readonly DailyUse[]): void {
  for (const row of use) requireWithin(limits, row);
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
