/** One problem of a request, mostly with the field that it concerns. */
export interface ErrorDetail {
  readonly field?: string;
  readonly code: string;
  readonly message: string;
}

interface ErrorFacts {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/**
 * Every failure of a call. `code` is that of the server (`validation_failed`, `version_mismatch` …), or `network_error`,
 * `timeout` or `bad_answer` when there was no usable answer.
 */
export class AtriumError extends Error {
  override readonly name = 'AtriumError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  /** Names the request in the log of the server. */
  readonly requestId: string | undefined;
  /** How long the server asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;
  /** The answer of the server, which can have more than the error: the ids of duplicates, for example. */
  readonly body: unknown;

  constructor(message: string, { status, code, details = [], requestId, retryAfterMs, body, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.body = body;
  }
}

/** Makes the error of an answer that is not a success. The answer of a proxy has no JSON of ours. */
export function errorOfAnswer(response: Response, text: string): AtriumError {
  const { status, headers } = response;
  const body = parseOrUndefined(text);
  const { code, message, details, requestId } = ((body as { error?: unknown } | undefined)?.error ?? {}) as {
    readonly code?: string;
    readonly message?: string;
    readonly details?: readonly ErrorDetail[];
    readonly requestId?: string;
  };
  return new AtriumError(message ?? `The server answered ${status} ${response.statusText}`.trim(), {
    status,
    code: code ?? 'bad_answer',
    details: details ?? [],
    requestId: requestId ?? headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterOf(headers),
    body,
  });
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
function retryAfterOf(headers: Headers): number | undefined {
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
