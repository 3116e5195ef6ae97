import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { isRetryable, providerError, retryAfterSeconds } from '../providers/provider-error.ts';

/** The maximum of tries of one call that meets a rate limit or an outage. */
const maxTries = 3;
const firstBackOffMs = 500;

/** Milliseconds to wait before the next try; undefined when another try cannot help or would miss the deadline. */
export function waitBeforeRetry(error: unknown, tries: number, deadline: number): number | undefined {
  const waitMs = (retryAfterSeconds(error) ?? 0) * 1000 || firstBackOffMs * 2 ** (tries - 1);
  return tries < maxTries && isRetryable(error) && Date.now() + waitMs < deadline ? waitMs : undefined;
}

export const tooSlow = (provider: string, timeoutMs: number): AppError =>
  new AppError('ai_provider_error', `${provider} did not answer within ${timeoutMs / 1000} s.`);

/** One call of a provider, with retries until its deadline. */
export async function withRetries<T>(
  { services: { settings } }: Context,
  provider: string,
  setting: string,
  signal: AbortSignal,
  call: (signal: AbortSignal) => PromiseLike<T>,
): Promise<T> {
  const { timeoutMs } = settings.ai;
  const deadline = Date.now() + timeoutMs;
  const timeout = AbortSignal.timeout(timeoutMs);
  for (let tries = 1; ; tries += 1) {
    try {
      return await call(AbortSignal.any([signal, timeout]));
    } catch (error) {
      if (signal.aborted) throw error;
      if (timeout.aborted) throw tooSlow(provider, timeoutMs);
      const waitMs = waitBeforeRetry(error, tries, deadline);
      if (waitMs === undefined) throw providerError(provider, error, setting);
      await sleep(waitMs, undefined, { signal });
    }
  }
}
