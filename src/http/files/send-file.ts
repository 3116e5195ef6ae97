import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';
import type { Download } from '#core/files/download.ts';
import type { ByteRange } from '#lib/file-storage/storage.ts';

/** What browsers may show in place: types that run nothing in our origin. Everything else is downloaded. */
const shownInPlace = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);

/** Browsers show a PDF in a viewer of their own, which a sandbox would stop. */
const policyOf = (mimeType: string): string =>
  `default-src 'none'; frame-ancestors 'self'${mimeType === 'application/pdf' ? '' : "; style-src 'unsafe-inline'; sandbox"}`;

/** Sends a file, or the range of it that the client asks for. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: Download): Promise<FastifyReply> {
  const { name, mimeType, size, tag } = file;
  const etag = `"${tag}"`;
  const { 'if-none-match': known, 'if-range': ifRange, range: asked } = request.headers;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-disposition': disposition(shownInPlace.has(mimeType) ? 'inline' : 'attachment', name),
    'content-security-policy': policyOf(mimeType),
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-site',
  });
  if (known !== undefined && (known.trim() === '*' || known.split(',').some((one) => sameTag(one, etag))))
    return reply.code(304).send();
  const range =
    asked === undefined || (ifRange !== undefined && !sameTag(String(ifRange), etag))
      ? undefined
      : rangeOf(asked, size);
  if (range === 'unsatisfiable') {
    throw new AppError('range_not_satisfiable', `The file has ${size} bytes.`, [], {
      'content-range': `bytes */${size}`,
    });
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  const length = range ? range.last - range.first + 1 : size;
  reply.header('content-length', length).type(mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType);
  // An empty stream, because Fastify replaces the length by that of any other payload.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  if (length === 0) return reply.send('');
  return reply.send(await file.read(range));
}

const sameTag = (one: string, etag: string): boolean => one.trim().replace(/^W\//, '') === etag;

/** One range of bytes. Several at once are allowed to be answered with the whole file, and are. */
function rangeOf(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const count = Math.min(Number(to), size);
    return count === 0 ? 'unsatisfiable' : { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= size) return 'unsatisfiable';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

/** RFC 6266: the plain name for old clients, the encoded one for all others. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
