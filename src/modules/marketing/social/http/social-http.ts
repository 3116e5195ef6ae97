import { Readable } from 'node:stream';
import type { Services } from '#core/context.ts';
import { GuardedHttp, type Outcome } from '#lib/guarded-http.ts';
import { withoutTags } from '#lib/html.ts';
import { NotReached, RateLimited, Refused, Unauthorized, Unknown } from './platform-error.ts';
import { retryAfterOf } from './retry-after.ts';

const maxAnswerBytes = 2_000_000;
const connectionsPerHost = 8;
const connectTimeoutMs = 10_000;
/** Slowest accepted rate of a file transfer, which extends the time limit of a request with a file. */
const slowestBytesPerMs = 200;

type Headers = Readonly<Record<string, string>>;

interface Common {
  readonly url: string;
  readonly headers?: Headers;
}

export type SocialRequest = Common &
  (
    | { readonly method: 'GET' | 'DELETE' }
    | { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly json: unknown }
    | { readonly method: 'POST'; readonly form: Readonly<Record<string, string>> }
    | { readonly method: 'POST'; readonly multipart: FormData }
    | {
        readonly method: 'POST' | 'PUT';
        readonly body: Buffer | Readable;
        readonly type: string;
        readonly size: number;
      }
  );

export interface SocialAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: each platform reads its own answers, and checks what it uses.
  readonly json: any;
}

/** Calls platforms. Addresses that tenants name must be on the public Internet. */
export class SocialHttp {
  readonly #guarded: GuardedHttp;
  readonly #trusted: GuardedHttp;
  readonly #trustedOrigins: ReadonlySet<string>;
  readonly #deadlineMs: number;

  constructor({ settings: { social, outgoing } }: Services) {
    const common = { maxKept: maxAnswerBytes, connections: connectionsPerHost, connectTimeoutMs };
    const { allowPrivate, dnsServers } = outgoing;
    this.#guarded = new GuardedHttp({ ...common, allowPrivate, dnsServers });
    this.#trusted = new GuardedHttp({ ...common, allowPrivate: true });
    this.#trustedOrigins = new Set(
      [...Object.values(social.baseUrls), ...Object.values(social.videoUrls)].map((url) => new URL(url).origin),
    );
    this.#deadlineMs = social.timeoutMs;
  }

  /** Throws a `PlatformError` unless the answer is a success. */
  async request(request: SocialRequest): Promise<SocialAnswer> {
    const { bytes, headers } = await bodyOf(request);
    const http = this.#trustedOrigins.has(new URL(request.url).origin) ? this.#trusted : this.#guarded;
    const outcome = await http.request({
      method: request.method,
      url: request.url,
      headers: { accept: 'application/json', 'user-agent': 'Atrium-Social/1', ...headers, ...request.headers },
      deadlineMs: this.#deadlineMs + ('size' in request ? request.size / slowestBytesPerMs : 0),
      ...(bytes !== undefined && { body: bytes }),
    });
    // A request that failed before it was sent has not closed its file.
    if (bytes instanceof Readable) bytes.destroy();
    return readOutcome(outcome);
  }

  async close(): Promise<void> {
    await Promise.all([this.#guarded.close(), this.#trusted.close()]);
  }
}

async function bodyOf(request: SocialRequest): Promise<{ bytes?: Buffer | Readable; headers: Headers }> {
  if ('json' in request && request.json !== undefined)
    return { bytes: Buffer.from(JSON.stringify(request.json)), headers: { 'content-type': 'application/json' } };
  if ('form' in request)
    return {
      bytes: Buffer.from(new URLSearchParams(request.form).toString()),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  if ('multipart' in request) {
    const encoded = new Response(request.multipart);
    const type = encoded.headers.get('content-type') ?? 'multipart/form-data';
    return { bytes: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': type } };
  }
  if ('body' in request)
    return {
      bytes: request.body,
      headers: { 'content-type': request.type, 'content-length': String(request.size) },
    };
  return { headers: {} };
}

function readOutcome(outcome: Outcome): SocialAnswer {
  if (outcome.error !== undefined)
    throw outcome.mayHaveArrived ? new Unknown(outcome.error) : new NotReached(outcome.error);
  const { status, headers, body } = outcome.answer;
  const text = body.toString('utf8');
  const json = parse(text);
  if (status >= 200 && status < 300) return { status, headers, json };
  const message = `It answered ${status}${reasonIn(json, text)}.`;
  const code = graphCode(json);
  if (code === invalidToken) throw new Unauthorized(message);
  if (code !== undefined && limitCodes.has(code)) throw new RateLimited(message, retryAfterOf(headers));
  if (status === 401) throw new Unauthorized(message);
  if (status === 429) throw new RateLimited(message, retryAfterOf(headers));
  // A server may have done its work before it failed.
  if (status >= 500) throw new Unknown(message);
  throw new Refused(message, status, json);
}

/** Returns Meta's error code. Meta's platforms answer 400 to all errors, and distinguish them by this code. */
const graphCode = (json: unknown): number | undefined => {
  const code = (json as { error?: { code?: unknown } } | undefined)?.error?.code;
  return typeof code === 'number' ? code : undefined;
};
const invalidToken = 190;
const limitCodes: ReadonlySet<number> = new Set([4, 9, 17, 32, 613]);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxReason = 300;

/** Finds the reason in an answer. Each platform puts it into another place. */
function reasonIn(json: unknown, text: string): string {
  const found = findReason(json) ?? (json === undefined ? withoutTags(text, ' ') : undefined);
  const line = found?.replace(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, maxReason) ?? '';
  return line === '' ? '' : `: ${line}`;
}

const reasonKeys = ['detail', 'message', 'error_description', 'error_message', 'title', 'error', 'errors'];

function findReason(json: unknown, depth = 0): string | undefined {
  if (typeof json === 'string') return json === '' ? undefined : json;
  if (depth > 3 || typeof json !== 'object' || json === null) return undefined;
  if (Array.isArray(json)) return findReason(json[0], depth + 1);
  for (const key of reasonKeys) {
    const reason = findReason((json as Record<string, unknown>)[key], depth + 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
