import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { ForbiddenAddress, guardedLookup, requirePublicLiteral } from './guarded-lookup.ts';
import { HostResolver, LookupError } from './host-resolver.ts';
import { LruMap } from './lru.ts';

export interface Exchange {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The time limit from the connection to the last byte. */
  readonly deadlineMs: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request with any method. A stream is sent while it is read; set its content-length. */
export interface Request extends Omit<Exchange, 'body'> {
  readonly method: Method;
  readonly body?: Buffer | Readable;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the body. Bytes above the limit are not read. */
  readonly body: Buffer;
}

export type Outcome = { readonly durationMs: number } & (
  | { readonly answer: Answer; readonly error?: undefined }
  | {
      readonly answer?: undefined;
      readonly error: string;
      /** True when the server may have received the request. False when no connection was made. */
      readonly mayHaveArrived: boolean;
    }
);

export interface GuardedHttpOptions {
  /** Allows addresses outside the public Internet. */
  readonly allowPrivate: boolean;
  /** The maximum of bytes that are read from the body of an answer. */
  readonly maxKept: number;
  /** The maximum of connections to one origin. */
  readonly connections: number;
  /** The time limit for opening a connection. */
  readonly connectTimeoutMs: number;
  /** Name servers, with or without port. Defaults to those of the system. */
  readonly dnsServers?: readonly string[];
}

/** An HTTP client for URLs that users choose: it reaches only the public Internet, and every request has a deadline. */
export class GuardedHttp {
  readonly #options: GuardedHttpOptions;
  readonly #resolver: HostResolver;
  readonly #targets = new LruMap<string, Target>(1000);
  #agent: Agent | undefined;
  #opening: Promise<Agent> | undefined;
  #isClosed = false;

  constructor(options: GuardedHttpOptions) {
    this.#options = options;
    this.#resolver = new HostResolver({ servers: options.dnsServers ?? [], askSystem: options.allowPrivate });
  }

  /** Posts once, without retry. Never throws: a failure is described in `Outcome.error`. */
  post(exchange: Exchange): Promise<Outcome> {
    return this.#send('POST', exchange, exchange.body);
  }

  /** Like `post`. Redirects are not followed. */
  get(exchange: Omit<Exchange, 'body'>): Promise<Outcome> {
    return this.#send('GET', exchange, null);
  }

  /** Like `post`, with any method. */
  request({ method, body, ...exchange }: Request): Promise<Outcome> {
    return this.#send(method, exchange, body ?? null);
  }

  async #send(
    method: Method,
    { url, headers, deadlineMs }: Omit<Exchange, 'body'>,
    body: Buffer | Readable | null,
  ): Promise<Outcome> {
    const agent = this.#agent ?? (await this.#open());
    return new Promise((resolve) => {
      const handler = new ExchangeHandler(deadlineMs, this.#options.maxKept, resolve);
      try {
        const { origin, path } = this.#target(url);
        agent.dispatch({ origin, path, method, headers, body }, handler);
      } catch (error) {
        handler.onResponseError(null, error as Error);
      }
    });
  }

  /** undici is loaded with the first request: it takes 20 MB, and many nodes never call another server. */
  #open(): Promise<Agent> {
    this.#opening ??= import('undici').then(async (undici) => {
      this.#agent = agentOf(undici, this.#options, this.#resolver);
      // The agent refuses a request that started before the client was closed.
      if (this.#isClosed) await this.#agent.destroy();
      return this.#agent;
    });
    return this.#opening;
  }

  #target(url: string): Target {
    let target = this.#targets.get(url);
    if (!target) {
      const { origin, pathname, search } = new URL(url);
      target = { origin, path: `${pathname}${search}` };
      this.#targets.set(url, target);
    }
    return target;
  }

  /** Ends running requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#agent?.destroy();
    this.#resolver.close();
  }
}

function agentOf(
  { Agent, buildConnector }: typeof import('undici'),
  { allowPrivate, connections, connectTimeoutMs }: GuardedHttpOptions,
  resolver: HostResolver,
): Agent {
  const connect = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    lookup: guardedLookup(resolver, allowPrivate),
  });
  return new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: 4000,
    // `Exchange.deadlineMs` is the only time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
    connect: (options, callback) => {
      // An IP address needs no lookup, so it is checked here.
      const { hostname } = options;
      try {
        requirePublicLiteral(hostname.replace(/^\[(.*)\]$/, '$1'), allowPrivate);
      } catch (error) {
        return void callback(error as Error, null);
      }
      connect(options, callback);
    },
  });
}

interface Target {
  readonly origin: string;
  readonly path: string;
}

/**
 * Handles one request and its answer on undici's low-level interface: the streams of its `request` took more time than
 * the rest of a delivery.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #startedAt = performance.now();
  readonly #deadlineMs: number;
  readonly #maxKept: number;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #headers: Answer['headers'] = {};
  #controller: Dispatcher.DispatchController | undefined;
  #ended = false;

  constructor(deadlineMs: number, maxKept: number, resolve: (outcome: Outcome) => void) {
    this.#deadlineMs = deadlineMs;
    this.#maxKept = maxKept;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.#timeOut(), deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) controller.abort(new Error('too late'));
  }

  onResponseStart(_controller: unknown, status: number, headers: Answer['headers']): void {
    // A status below 200 is informational; the answer follows.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#maxKept - this.#size;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#size += chunk.length;
    if (this.#size < this.#maxKept) return;
    this.#succeed();
    // Close the connection, so that the rest is not read.
    controller.abort(new Error('enough'));
  }

  onResponseEnd(): void {
    this.#succeed();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#fail(describeFailure(error));
  }

  #timeOut(): void {
    this.#fail(`There was no complete answer within ${this.#deadlineMs / 1000} s.`);
    this.#controller?.abort(new Error('too late'));
  }

  /** undici starts a request on an open connection, so nothing was sent before that. */
  #fail(error: string): void {
    this.#end({ durationMs: this.#durationMs(), error, mayHaveArrived: this.#controller !== undefined });
  }

  #succeed(): void {
    const answer = { status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) };
    this.#end({ durationMs: this.#durationMs(), answer });
  }

  #end(outcome: Outcome): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#resolve(outcome);
  }

  #durationMs(): number {
    return Math.round((performance.now() - this.#startedAt) * 10) / 10;
  }
}

const descriptions: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the answer was complete.',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The connection could not be made in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are larger than 16 KiB.',
  UND_ERR_DESTROYED: 'The delivery was interrupted.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the host is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the host is self-signed.',
  CERT_HAS_EXPIRED: 'The certificate of the host has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is that of another host.',
};

/** The addresses of one name may fail for different reasons. Reports the first one. */
function describeFailure(error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): string {
  if (error instanceof ForbiddenAddress) return error.message;
  if (error instanceof LookupError)
    return error.isUnknown ? 'The name of the host is not known.' : 'The name of the host could not be looked up.';
  const { code, message, name } = error.errors?.[0] ?? error;
  if (name === 'HTTPParserError') return 'The answer is not valid HTTP.';
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL_'))
    return 'No secure connection could be made: the host does not speak TLS as it should.';
  return descriptions[code ?? ''] ?? `The request failed: ${message || code}.`;
}
