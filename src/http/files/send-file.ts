import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';
import type { Download } from '#core/files/download.ts';
import type { ByteRange } from '#lib/file-storage/storage.ts';
import { fileHeaders } from './file-headers.ts';
import { sendBytes } from './send-stream.ts';

/** Sends a file, or the range of it that the client asks for. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: Download): Promise<FastifyReply> {
  const { name, mimeType, size, tag } = file;
  const etag = `"${tag}"`;
  const { 'if-none-match': known, 'if-range': ifRange, range: asked } = request.headers;
  if (known !== undefined && (known.trim() === '*' || known.split(',').some((one) => sameTag(one, etag))))
    return reply.code(304).header('etag', etag).send();
  const range =
    asked === undefined || (ifRange !== undefined && !sameTag(String(ifRange), etag))
      ? undefined
      : rangeOf(asked, size);
  if (range === 'unsatisfiable') {
    throw new AppError('range_not_satisfiable', `The file has ${size} bytes.`, [], {
      'content-range': `bytes */${size}`,
    });
  }
  const length = range ? range.last - range.first + 1 : size;
  const isEmpty = length === 0 || request.method === 'HEAD';
  const stream = isEmpty ? Readable.from([]) : await file.read(range);
  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  return sendBytes(request, reply, stream, {
    ...fileHeaders(name, mimeType),
    etag,
    'accept-ranges': 'bytes',
    'content-length': length,
  });
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
