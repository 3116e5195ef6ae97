import { asOwnWrite } from './own-writes.ts';

/** One problem of a refused request, with the field that it is about. */
export interface Problem {
  readonly field?: string;
  readonly code: string;
  readonly message: string;
  /** The part of a formula that is wrong, in characters. */
  readonly position?: number;
  readonly length?: number;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Problem[];
  readonly requestId: string | undefined;
  readonly retryAfterS: number | undefined;

  constructor(status: number, body: ErrorBody | undefined, retryAfterS: number | undefined) {
    super(body?.message ?? `The server answered with status ${status}.`);
    this.status = status;
    this.code = body?.code ?? 'unknown';
    this.details = body?.details ?? [];
    this.requestId = body?.requestId;
    this.retryAfterS = retryAfterS;
  }
}

/** The server could not be reached. */
export class NetworkError extends Error {
  readonly code = 'network';
}

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
  readonly details?: readonly Problem[];
}

/** A list becomes one parameter for each value. */
type QueryValue = string | number | boolean | undefined | null | readonly string[];

export interface RequestOptions {
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** The body is sent as JSON, except `FormData`, which is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Requests that `public/start.js` sent before this code was loaded, by path. Each answer is used once. */
const asked: Record<string, Promise<Response | undefined>> = (
  globalThis as { atriumAsked?: Record<string, Promise<Response | undefined>> }
).atriumAsked ?? {};

async function takeAnswer(path: string): Promise<Response | undefined> {
  const answer = asked[path];
  delete asked[path];
  return answer;
}

const sessionEnded = new Set<() => void>();

/**
 * Calls the listener when the server refuses a request because the session has ended. Returns the function that stops
 * listening.
 */
export function onSessionEnded(listener: () => void): () => void {
  sessionEnded.add(listener);
  return () => sessionEnded.delete(listener);
}

/** Sends a request and returns its JSON; undefined when the answer has no body. */
export function request<T = unknown>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const run = async (headers = options.headers): Promise<T> => {
    const response = await send(method, path, { ...options, ...(headers && { headers }) });
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  if (!writes(method, path)) return run();
  return asOwnWrite((requestId) => run({ ...options.headers, 'x-request-id': requestId }));
}

/** Searches and previews of formulas and segments are sent by POST, because their input may be too long for a URL. */
export const writes = (method: string, path: string): boolean =>
  method !== 'GET' && !/\/(search|formulas\/preview|segments\/[^/]+\/preview|segment-preview)$/.test(path);

/** Like `request`, for answers that are not JSON or whose headers matter. Throws refusals. */
export async function send(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
  const { query, body, headers, signal } = options;
  const isForm = body instanceof FormData;
  let response: Response;
  try {
    const begun = method === 'GET' && path in asked ? await takeAnswer(path) : undefined;
    response =
      begun ??
      (await fetch(path + queryString(query), {
        method,
        headers: {
          accept: 'application/json',
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError('The server cannot be reached.');
  }
  if (response.ok) return response;
  const refusal = await readRefusal(response);
  if (refusal.status === 401 && !path.startsWith('/api/identity/auth/'))
    for (const listener of sessionEnded) listener();
  throw refusal;
}

async function readRefusal(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const text = await response.text();
  let body: { error?: ErrorBody } | undefined;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy may answer with an HTML page, so a body that is not JSON is ignored.
  }
  return new ApiError(response.status, body?.error, Number.isFinite(retryAfter) ? retryAfter : undefined);
}

function queryString(query: RequestOptions['query']): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) for (const item of value) params.append(key, item);
    else if (value !== undefined && value !== null) params.set(key, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
