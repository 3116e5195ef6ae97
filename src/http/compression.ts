import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SizedLruMap } from '#lib/lru.ts';

/** `br` for browsers, `gzip` for everybody else. */
export type Encoding = 'br' | 'gzip';

/** Smaller answers fit into a packet or two as they are. */
const leastBytes = 1024;

/** Compressions under way. They share the thread pool with password hashes, so that the rest is sent as it is. */
const maxAtOnce = 8;

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = zlib.constants;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** In the thread pool. A page of 200 contacts, 229 KB, becomes 15 KB; higher levels take three times as long for a tenth less. */
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

/** The encoding that a client accepts and we have; brotli when it likes both alike. */
export function encodingFor(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const part of header.split(',').slice(0, 20)) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((value) => value !== undefined);
    weights.set(name.trim(), weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : undefined;
}

const compressible = /^(?:application\/json|text\/)/;

const varies = (reply: FastifyReply): void => {
  const before = reply.getHeader('vary');
  if (!String(before ?? '').includes('accept-encoding'))
    reply.header('vary', before === undefined ? 'accept-encoding' : `${String(before)}, accept-encoding`);
};

/**
 * Compresses texts of 1 KB and more. Never what may not be stored: those answers carry tokens, keys and secrets, and the size
 * of a compressed answer tells what it has in common with what an attacker put beside it (BREACH). Streams of events are
 * written past this hook. The ETag stays: it names the version of a record, whatever the encoding.
 */
export function compressAnswers(server: FastifyInstance): void {
  let underWay = 0;
  server.addHook('onSend', (request, reply, payload: unknown, done) => {
    const header = request.headers['accept-encoding'];
    if (header === undefined || !worthIt(payload) || !mayCompress(request, reply)) return done(null, payload);
    varies(reply);
    const encoding = underWay < maxAtOnce ? encodingFor(header) : undefined;
    if (!encoding) return done(null, payload);
    underWay += 1;
    compressors[encoding](Buffer.isBuffer(payload) ? payload : Buffer.from(payload)).then(
      (bytes) => {
        underWay -= 1;
        reply.header('content-encoding', encoding).removeHeader('content-length');
        done(null, bytes);
      },
      (error) => {
        underWay -= 1;
        done(error);
      },
    );
  });
}

const worthIt = (payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= leastBytes;

function mayCompress({ method }: FastifyRequest, reply: FastifyReply): boolean {
  if (method === 'HEAD' || reply.hasHeader('content-encoding')) return false;
  if (String(reply.getHeader('cache-control') ?? '').includes('no-store')) return false;
  return compressible.test(String(reply.getHeader('content-type') ?? ''));
}

/** Bytes of documents that are kept compressed. The whole OpenAPI document takes 0.3 MB. */
const maxKept = 8_000_000;

/** Documents that are the same for many: compressed once. */
export class KeptCompressions {
  readonly #kept = new SizedLruMap<string, Buffer>(maxKept);
  readonly #underWay = new Map<string, Promise<Buffer>>();

  /** Sends the document with the encoding that the client accepts; false when it accepts none. `key` changes with the text. */
  async send(request: FastifyRequest, reply: FastifyReply, key: string, read: () => Promise<Buffer>): Promise<boolean> {
    varies(reply);
    const encoding = request.method === 'HEAD' ? undefined : encodingFor(request.headers['accept-encoding']);
    if (!encoding) return false;
    const bytes = await this.#compressed(encoding, key, read);
    reply.header('content-encoding', encoding).header('content-length', bytes.length).send(bytes);
    return true;
  }

  async #compressed(encoding: Encoding, key: string, read: () => Promise<Buffer>): Promise<Buffer> {
    const name = `${encoding} ${key}`;
    const known = this.#kept.get(name);
    if (known) return known;
    const under = this.#underWay.get(name) ?? this.#compress(name, encoding, read);
    this.#underWay.set(name, under);
    return under;
  }

  async #compress(name: string, encoding: Encoding, read: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const bytes = await compressors[encoding](await read());
      this.#kept.set(name, bytes, bytes.length + name.length);
      return bytes;
    } finally {
      this.#underWay.delete(name);
    }
  }
}
