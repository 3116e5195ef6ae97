import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Download } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { hasTag, requestedRange } from '#lib/byte-range.ts';
import { fileHeaders } from './file-headers.ts';
import { sendBytes } from './send-stream.ts';

/** Sends a file, or the range of it that the client requests. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Download,
  headers: Readonly<Record<string, string>> = {},
): Promise<FastifyReply> {
  const { name, mimeType, size, tag } = file;
  const etag = `"${tag}"`;
  const { 'if-none-match': known, 'if-range': ifRange, range: asked } = request.headers;
  if (known !== undefined && hasTag(known, etag)) return reply.code(304).header('etag', etag).send();
  const range =
    asked === undefined
      ? undefined
      : requestedRange({ range: asked, ifRange: ifRange === undefined ? undefined : String(ifRange) }, etag, size);
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
    ...headers,
    etag,
    'accept-ranges': 'bytes',
    'content-length': length,
  });
}
