import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SizedLruMap } from '#lib/lru.ts';

/** Browsers accept `br`; most other clients only `gzip`. */
export type Encoding = 'br' | 'gzip';

/** Smaller answers fit into one or two packets without compression. */
const minBytes = 1024;

/**
 * Maximum number of concurrent compressions, because they share the thread pool with password hashes. Further answers
 * are sent uncompressed.
 */
const maxConcurrent = 8;

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = zlib.constants;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * A page of 200 contacts shrinks from 229 KB to 15 KB. Higher levels take three times as long and save only another
 * tenth.
 */
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    brotli(bytes, {
      params: {
        [BROTLI_PARAM_QUALITY]: 4,
        [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
        [BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => gzip(bytes, { level: 5 }),
};

/** The encoding that the client prefers. Brotli wins when both have the same weight. */
export function encodingFor(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const part of header.split(',').slice(0, 20)) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    const weight = parameters
      .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
      .find((value) => value !== undefined);
    weights.set(name.trim(), weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : undefined;
}

const compressible = /^(?:application\/json|text\/)/;

const varyByEncoding = (reply: FastifyReply): void => {
  const before = reply.getHeader('vary');
  if (!String(before ?? '').includes('accept-encoding'))
    reply.header('vary', before === undefined ? 'accept-encoding' : `${String(before)}, accept-encoding`);
};

/**
 * Compresses texts of 1 KB and more. `no-store` answers are never compressed: they contain tokens, keys and secrets,
 * and the size of a compressed answer reveals whether it contains a text that an attacker guessed (BREACH). Event
 * streams bypass this hook. The ETag does not change, because it names the version of a record, not its encoding.
 */
export function compressAnswers(server: FastifyInstance): void {
  let running = 0;
  server.addHook('onSend', (request, reply, payload: unknown, done) => {
    const header = request.headers['accept-encoding'];
    if (header === undefined || !isLargeText(payload) || !mayCompress(request, reply)) return done(null, payload);
    varyByEncoding(reply);
    const encoding = running < maxConcurrent ? encodingFor(header) : undefined;
    if (!encoding) return done(null, payload);
    running += 1;
    compressors[encoding](Buffer.isBuffer(payload) ? payload : Buffer.from(payload)).then(
      (bytes) => {
        running -= 1;
        reply.header('content-encoding', encoding).removeHeader('content-length');
        done(null, bytes);
      },
      (error) => {
        running -= 1;
        done(error);
      },
    );
  });
}

const isLargeText = (payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= minBytes;

function mayCompress({ method }: FastifyRequest, reply: FastifyReply): boolean {
  if (method === 'HEAD' || reply.hasHeader('content-encoding')) return false;
  if (String(reply.getHeader('cache-control') ?? '').includes('no-store')) return false;
  return compressible.test(String(reply.getHeader('content-type') ?? ''));
}

/** The complete OpenAPI document takes 0.3 MB compressed. */
const maxCachedBytes = 8_000_000;

/** Caches the compressed form of documents that many clients get. */
export class CompressionCache {
  readonly #cached = new SizedLruMap<string, Buffer>(maxCachedBytes);
  readonly #running = new Map<string, Promise<Buffer>>();

  /** Sends the compressed document; false when the client accepts no compression. `key` must change with the text. */
  async send(request: FastifyRequest, reply: FastifyReply, key: string, read: () => Promise<Buffer>): Promise<boolean> {
    varyByEncoding(reply);
    const encoding = request.method === 'HEAD' ? undefined : encodingFor(request.headers['accept-encoding']);
    if (!encoding) return false;
    const bytes = await this.#compressed(encoding, key, read);
    reply.header('content-encoding', encoding).header('content-length', bytes.length).send(bytes);
    return true;
  }

  async #compressed(encoding: Encoding, key: string, read: () => Promise<Buffer>): Promise<Buffer> {
    const name = `${encoding} ${key}`;
    const cached = this.#cached.get(name);
    if (cached) return cached;
    const compressing = this.#running.get(name) ?? this.#compress(name, encoding, read);
    this.#running.set(name, compressing);
    return compressing;
  }

  async #compress(name: string, encoding: Encoding, read: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const bytes = await compressors[encoding](await read());
      this.#cached.set(name, bytes, bytes.length + name.length);
      return bytes;
    } finally {
      this.#running.delete(name);
    }
  }
}
