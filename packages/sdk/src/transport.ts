import { AtriumError, errorOfAnswer } from './errors.ts';
import { backoffMs, wait } from './wait.ts';

export interface CallOptions {
  /** Ends the call, and all of its attempts. */
  readonly signal?: AbortSignal | undefined;
  /** The time of one attempt. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one. */
  readonly maxRetries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface TransportOptions extends CallOptions {
  readonly url: string;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call {
  readonly method: Method;
  /** The path with its query. */
  readonly path: string;
  /** A value that becomes JSON, or a form. */
  readonly body?: unknown;
  /** True for a POST that changes nothing, which needs no Idempotency-Key. */
  readonly readOnly?: boolean;
  /** The key under which the server carries out a repeated write once. A new one when absent. */
  readonly idempotencyKey?: string | undefined;
  readonly accept?: string;
}

export interface Answer<T> {
  readonly body: T;
  readonly status: number;
  readonly headers: Headers;
}

const defaultTimeoutMs = 60_000;
const defaultRetries = 3;
/** A longer `Retry-After` is an error: the caller decides whether to wait that long. */
const maxRetryAfterMs = 60_000;
const retryable = new Set([429, 502, 503, 504]);

/** Sends requests, and repeats those that failed for a reason that may pass. */
export class Transport {
  readonly url: string;
  token: string | undefined;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions, token: string | undefined) {
    if (!/^https?:\/\//i.test(options.url))
      throw new TypeError(`url must begin with http:// or https://, not be "${options.url}".`);
    this.url = options.url.replace(/\/+$/, '');
    this.token = token;
    this.#options = options;
  }

  /** Calls, and reads the answer as JSON. */
  async json<T>(call: Call, options: CallOptions = {}): Promise<Answer<T>> {
    return this.#retrying(call, options, false, async (response) => {
      const text = await response.text();
      if (!response.ok) throw errorOfAnswer(response, text);
      return { body: parse<T>(response, text), status: response.status, headers: response.headers };
    });
  }

  /** Calls, and returns the answer when its headers are there: for files and streams. */
  stream(call: Call, options: CallOptions = {}): Promise<Response> {
    return this.#retrying(call, options, true, async (response) => {
      if (!response.ok) throw errorOfAnswer(response, await response.text());
      return response;
    });
  }

  async #retrying<T>(
    call: Call,
    options: CallOptions,
    isStream: boolean,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { signal, maxRetries = this.#options.maxRetries ?? defaultRetries } = options;
    // Every attempt has the same key: when an answer got lost, the server repeats the answer, and not the write.
    const isWrite = call.method !== 'GET' && !call.readOnly;
    let key = isWrite ? (call.idempotencyKey ?? newKey()) : undefined;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(call, options, key, isStream, read);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof AtriumError)) throw error;
        if (key !== undefined && call.idempotencyKey === undefined && refusesKey(error)) {
          key = undefined;
          continue;
        }
        // Without a key, a repeated write could happen twice; only one that was refused is safe to send again.
        const safe = !isWrite || key !== undefined || error.status === 429;
        const pauseMs = Math.max(error.retryAfterMs ?? 0, backoffMs(attempt));
        if (attempt >= maxRetries || !safe || !mayPass(error) || pauseMs > maxRetryAfterMs) throw error;
        await wait(pauseMs, signal);
      }
    }
  }

  /** One attempt. The time limit covers reading, too: for a stream, `read` returns when the headers are there. */
  async #attempt<T>(
    { method, path, body, accept = 'application/json' }: Call,
    options: CallOptions,
    key: string | undefined,
    isStream: boolean,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { signal, timeoutMs = this.#options.timeoutMs ?? defaultTimeoutMs } = options;
    const isForm = typeof FormData !== 'undefined' && body instanceof FormData;
    const ending = new AbortController();
    const abort = () => ending.abort(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(() => ending.abort(new Error('timeout')), timeoutMs);
    const send = this.#options.fetch ?? fetch;
    try {
      const response = await send(`${this.url}${path}`, {
        method,
        signal: ending.signal,
        headers: {
          accept,
          ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...this.#options.headers,
          ...options.headers,
        },
        // Node keeps a copy of the whole body for a redirect that it may follow: 300 MB for a file of 300 MB.
        ...(isForm && { body: body as FormData, redirect: 'error' }),
        ...(!isForm && body !== undefined && { body: JSON.stringify(body) }),
      });
      return await read(response);
    } catch (error) {
      if (error instanceof AtriumError || signal?.aborted) throw error;
      if (ending.signal.aborted)
        throw new AtriumError(`${this.url} did not answer within ${timeoutMs} ms.`, { status: 0, code: 'timeout' });
      throw new AtriumError(`${this.url} could not be reached: ${reasonOf(error)}`, {
        status: 0,
        code: 'network_error',
        cause: error,
      });
    } finally {
      clearTimeout(timer);
      // The body of a stream is read after this, so the signal must still end it.
      if (!isStream) signal?.removeEventListener('abort', abort);
    }
  }
}

function parse<T>(response: Response, text: string): T {
  if (text === '') return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new AtriumError('The answer is not JSON. Is this the address of an Atrium server?', {
      status: response.status,
      code: 'bad_answer',
      cause,
    });
  }
}

const mayPass = ({ status, code }: AtriumError): boolean =>
  retryable.has(status) || code === 'network_error' || code === 'timeout';

/** Some actions wait for other systems, and take no key: they say so before they do anything. */
const refusesKey = ({ status, details }: AtriumError): boolean =>
  status === 400 && details.some(({ code }) => code === 'idempotency_key_not_allowed');

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

/** `randomUUID` exists in secure contexts only, and a page of a private network may have none. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
