import net, { type LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { HostResolver, LookupError } from './host-resolver.ts';
import { LruMap } from './lru.ts';

export interface Exchange {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** For all of it, from the connection to the last byte. */
  readonly deadlineMs: number;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the body; what is beyond the limit is not read. */
  readonly body: Buffer;
}

export type Outcome = { readonly durationMs: number } & (
  | { readonly answer: Answer; readonly error?: undefined }
  | { readonly answer?: undefined; readonly error: string }
);

export interface GuardedHttpOptions {
  /** Permits addresses that are not of the public Internet. */
  readonly allowPrivate: boolean;
  /** Bytes of an answer that are kept. */
  readonly maxKept: number;
  /** Connections to one origin. */
  readonly connections: number;
  /** How long a connection may take to be made. */
  readonly connectMs: number;
  /** Name servers, perhaps with ports; those of the system when absent. */
  readonly dnsServers?: readonly string[];
}

class Forbidden extends Error {}

/** Judges every address of a name, each time a connection is made. Which addresses they are is not told. */
const lookupWith =
  (resolver: HostResolver, allowPrivate: boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolver.resolve(hostname).then(
      (all) => {
        const found = options.family ? all.filter(({ family }) => family === options.family) : all;
        const [first] = found;
        if (!first) callback(new LookupError(true), '', 0);
        else if (!allowPrivate && !all.every(({ address }) => isPublicAddress(address)))
          callback(new Forbidden(`${hostname} does not lead to a public address.`), '', 0);
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };

/** An HTTP client for addresses that strangers choose: it reaches the public Internet alone, and nothing keeps it waiting. */
export class GuardedHttp {
  readonly #agent: Agent;
  readonly #maxKept: number;
  readonly #resolver: HostResolver;
  readonly #places = new LruMap<string, Place>(1000);

  constructor({ allowPrivate, maxKept, connections, connectMs, dnsServers = [] }: GuardedHttpOptions) {
    this.#maxKept = maxKept;
    this.#resolver = new HostResolver({ servers: dnsServers, askSystem: allowPrivate });
    const connect = buildConnector({
      allowH2: false,
      timeout: connectMs,
      lookup: lookupWith(this.#resolver, allowPrivate),
    });
    this.#agent = new Agent({
      connections,
      pipelining: 1,
      keepAliveTimeout: 4000,
      // The one deadline is ours.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16_384,
      connect: (options, callback) => {
        // An address in numbers is not looked up.
        const { hostname } = options;
        const literal = hostname.replace(/^\[(.*)\]$/, '$1');
        if (!allowPrivate && net.isIP(literal) && !isPublicAddress(literal)) {
          return void callback(new Forbidden(`${literal} is not a public address.`), null);
        }
        connect(options, callback);
      },
    });
  }

  /** Posts once. What goes wrong is told in words; nothing is thrown. */
  post(exchange: Exchange): Promise<Outcome> {
    return new Promise((resolve) => {
      const conversation = new Conversation(exchange.deadlineMs, this.#maxKept, resolve);
      const { headers, body } = exchange;
      try {
        const { origin, path } = this.#place(exchange.url);
        this.#agent.dispatch({ origin, path, method: 'POST', headers, body }, conversation);
      } catch (error) {
        conversation.onResponseError(null, error as Error);
      }
    });
  }

  #place(url: string): Place {
    let place = this.#places.get(url);
    if (!place) {
      const { origin, pathname, search } = new URL(url);
      place = { origin, path: `${pathname}${search}` };
      this.#places.set(url, place);
    }
    return place;
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    await this.#agent.destroy();
    this.#resolver.close();
  }
}

interface Place {
  readonly origin: string;
  readonly path: string;
}

/**
 * One request and its answer. It listens to the connection itself, because the streams and iterators of the usual way
 * took more time than the rest of a delivery.
 */
class Conversation implements Dispatcher.DispatchHandler {
  readonly #begun = performance.now();
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
    this.#timer = setTimeout(() => this.#late(), deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) controller.abort(new Error('too late'));
  }

  onResponseStart(_controller: unknown, status: number, headers: Answer['headers']): void {
    // Those below 200 only say that the answer will come.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#maxKept - this.#size;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#size += chunk.length;
    if (this.#size < this.#maxKept) return;
    this.#answered();
    // That ends the connection: the rest is not read.
    controller.abort(new Error('enough'));
  }

  onResponseEnd(): void {
    this.#answered();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#end({ durationMs: this.#took(), error: inWords(error) });
  }

  #late(): void {
    this.#end({ durationMs: this.#took(), error: `There was no complete answer within ${this.#deadlineMs / 1000} s.` });
    this.#controller?.abort(new Error('too late'));
  }

  #answered(): void {
    const answer = { status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) };
    this.#end({ durationMs: this.#took(), answer });
  }

  #end(outcome: Outcome): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#resolve(outcome);
  }

  #took(): number {
    return Math.round((performance.now() - this.#begun) * 10) / 10;
  }
}

const words: Readonly<Record<string, string>> = {
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

/** Several addresses of one name may fail in several ways; the first speaks for all. */
function inWords(error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): string {
  if (error instanceof Forbidden) return error.message;
  if (error instanceof LookupError)
    return error.isUnknown ? 'The name of the host is not known.' : 'The name of the host could not be looked up.';
  const { code, message, name } = error.errors?.[0] ?? error;
  if (name === 'HTTPParserError') return 'The answer is not valid HTTP.';
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL_'))
    return 'No secure connection could be made: the host does not speak TLS as it should.';
  return words[code ?? ''] ?? `The request failed: ${message || code}.`;
}
