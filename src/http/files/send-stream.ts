import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamAnswer } from '#core/action.ts';
import { fileHeaders } from './file-headers.ts';

/** Sends a file that an action generates while the client reads it. */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { stream, name, type, size }: StreamAnswer,
): Promise<FastifyReply> {
  const headers = { ...fileHeaders(name, type), ...(size !== undefined && { 'content-length': size }) };
  return sendBytes(request, reply, stream, headers);
}

/**
 * Sends a stream. An error before the first byte is thrown and answered like any other; a later one destroys the
 * connection, so that the client does not mistake the partial file for a complete one. The stream is destroyed when the
 * client disconnects.
 */
export async function sendBytes(
  { method }: FastifyRequest,
  reply: FastifyReply,
  stream: Readable,
  headers: Readonly<Record<string, string | number>>,
): Promise<FastifyReply> {
  const { raw } = reply;
  const stop = () => stream.destroy();
  raw.once('close', stop);
  if (raw.destroyed || method === 'HEAD') stop();
  // Send an empty stream, because Fastify overwrites the length for any other payload.
  if (method === 'HEAD') return reply.headers(headers).send(Readable.from([]));
  await waitForStart(stream);
  if (raw.destroyed) return reply;
  return reply.headers(headers).send(stream);
}

/** Waits until the stream has bytes, or has ended. */
async function waitForStart(stream: Readable): Promise<void> {
  if (stream.errored) throw stream.errored;
  if (stream.readableLength > 0 || stream.closed || stream.readableEnded) return;
  await new Promise<void>((resolve, reject) => {
    const settle = (error?: Error) => {
      stream.off('readable', settle).off('close', settle).off('error', settle);
      if (error) reject(error);
      else resolve();
    };
    stream.on('readable', settle).on('close', settle).on('error', settle);
  });
}
