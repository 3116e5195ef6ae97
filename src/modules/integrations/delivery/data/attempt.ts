import type { Outcome } from '#lib/guarded-http.ts';

/** One attempt of a delivery, as the log stores it. */
export interface Attempt {
  readonly at: string;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The beginning of the response body. */
  readonly responseBody: string | null;
  /** The reason for the failure, as a sentence; null after a success. */
  readonly error: string | null;
}

const noResponse = { durationMs: 0, responseStatus: null, responseHeaders: null, responseBody: null };

/** An entry for a delivery that ended without a request, or whose result is not known. */
export const notAttempted = (error: string, at: Date = new Date()): Attempt => ({
  at: at.toISOString(),
  ...noResponse,
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
    error: isSuccess(answer.status) ? null : errorOf(answer.status),
  };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const errorOf = (status: number): string =>
  status >= 300 && status < 400
    ? `The answer was the redirect ${status}, which is not followed.`
    : `The answer was ${status}.`;

/** Replaces characters that PostgreSQL cannot store: NUL, and half of a surrogate pair. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');

function storableHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const stored: Record<string, string> = {};
  for (const name in headers) stored[name] = storable(String(headers[name]));
  return stored;
}
