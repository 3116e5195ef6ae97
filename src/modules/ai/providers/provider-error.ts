import type { APICallError } from '@ai-sdk/provider';
import { AppError } from '#core/errors.ts';

const maxMessage = 500;

/** A failed call of a service without a library. The status is missing when the service did not answer. */
export class FailedCall extends Error {
  readonly statusCode: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;

  constructor(message: string, { status, headers }: Partial<Pick<Response, 'status' | 'headers'>> = {}) {
    super(message);
    this.statusCode = status;
    this.responseHeaders = Object.fromEntries(headers ?? []);
  }
}

type CallError = Pick<APICallError, 'message' | 'statusCode' | 'responseHeaders'>;

/** Tests the library's error by name, because importing its class would load the library when the server starts. */
const isCallError = (error: unknown): error is CallError =>
  error instanceof FailedCall || (error instanceof Error && error.name === 'AI_APICallError');

/** True when the same call may succeed a moment later. */
export const isRetryable = (error: unknown): boolean =>
  isCallError(error) &&
  (error.statusCode === undefined || error.statusCode === 408 || error.statusCode === 429 || error.statusCode >= 500);

/**
 * True when another provider may succeed: this one fails, limits the rate, cannot be reached or sends malformed data. A
 * refused request or key is not an outage.
 */
export const isOutage = (error: unknown): boolean =>
  isCallError(error)
    ? isRetryable(error) || (error.statusCode ?? 0) < 400
    : !(error instanceof Error && unsendable.includes(error.name));

/** Errors of the libraries for a request that they cannot send. */
const unsendable = ['AI_UnsupportedFunctionalityError', 'AI_InvalidPromptError', 'AI_InvalidArgumentError'];

/** Seconds from the Retry-After header; undefined when it is missing. */
export function retryAfterSeconds(error: unknown): number | undefined {
  if (!isCallError(error)) return undefined;
  const text = error.responseHeaders?.['retry-after'];
  if (text === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** The error that the client gets when a provider fails: the provider's status and message, without URLs and keys. */
export function providerError(family: string, error: unknown, setting = `ai.${family}`): AppError {
  if (error instanceof AppError) return error;
  // The libraries wrap a stream error in their own error, which does not name the cause.
  if (error instanceof Error && error.cause instanceof FailedCall) return providerError(family, error.cause, setting);
  if (!isCallError(error))
    return new AppError('ai_provider_error', `The answer of ${family} could not be read: ${wordsOf(error)}`);
  const { statusCode } = error;
  if (statusCode === 429) {
    const seconds = retryAfterSeconds(error) ?? 30;
    return new AppError('rate_limited', `${family} limits the rate: try again in ${seconds} s.`, [], {
      'retry-after': String(seconds),
    });
  }
  if (statusCode === undefined) return new AppError('ai_provider_error', `${family} could not be reached.`);
  if (statusCode === 401 || statusCode === 403)
    return new AppError('ai_provider_error', `${family} refused the key: check the setting ${setting}.`);
  return new AppError('ai_provider_error', `${family} answered ${statusCode}: ${wordsOf(error)}`);
}

/** The message of an error. Providers may quote the beginning or end of a key, so keys are removed. */
const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/\b(sk|key|AIza)[-\w*]{6,}/gi, '…')
    .slice(0, maxMessage);
