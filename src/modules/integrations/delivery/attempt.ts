import type { Outcome } from '#lib/guarded-http.ts';

/** One try at a delivery, as the log keeps it. */
export interface Attempt {
  readonly at: string;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The beginning of the answer. */
  readonly responseBody: string | null;
  /** Why it failed, in words; null when it did not. */
  readonly error: string | null;
}

const nothing = { durationMs: 0, responseStatus: null, responseHeaders: null, responseBody: null };

/** An entry for what ended without a request, or without its result. */
export const notAttempted = (error: string, at: Date = new Date()): Attempt => ({
  at: at.toISOString(),
  ...nothing,
  error,
});

export function attemptOf({ answer, error, durationMs }: Outcome, at: Date): Attempt {
  if (!answer) return { ...notAttempted(error, at), durationMs };
  return {
    at: at.toISOString(),
    durationMs,
    responseStatus: answer.status,
    responseHeaders: storableHeaders(answer.headers),
    responseBody: storable(answer.body.toString('utf8')),
    error: isSuccess(answer.status) ? null : refusal(answer.status),
  };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const refusal = (status: number): string =>
  status >= 300 && status < 400
    ? `The answer was the redirect ${status}, which is not followed.`
    : `The answer was ${status}.`;

/** PostgreSQL keeps neither NUL nor half of a surrogate pair. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');

function storableHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name in headers) kept[name] = storable(String(headers[name]));
  return kept;
}
