import type { FastifyReply } from 'fastify';
import { requireSendable } from '#core/limits/answer-size.ts';
import type { StoredAnswer } from '#core/operations/idempotency.ts';
import type { RecordAnswer } from '#core/operations/operation.ts';
import { jobPath } from '#core/platform-names.ts';

export const jsonAnswer = ({ body, showsSecret }: { body: string; showsSecret?: boolean }): StoredAnswer => ({
  status: 200,
  headers: {},
  body,
  showsSecret,
});

/** One record, with its version as ETag. */
export const recordAnswer = (
  { body, version, showsSecret }: RecordAnswer,
  status: number,
  headers: Record<string, string> = {},
): StoredAnswer => ({
  status,
  headers: { etag: `"${version}"`, ...headers },
  body,
  showsSecret,
});

/** Names the records that seem to be the same as a new one. */
export const duplicateHeader = ({ duplicates }: RecordAnswer): Record<string, string> =>
  duplicates ? { 'x-duplicates': duplicates.join(', ') } : {};

export const queuedAnswer = (jobId: string): StoredAnswer => ({
  status: 202,
  headers: { location: jobPath(jobId) },
  body: JSON.stringify({ jobId, status: 'queued' }),
});

export function sendRead(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  requireSendable(answer.body);
  reply.server.slowReaders.admit(reply.raw, answer.body.length);
  return send(reply, answer);
}

/** Sends the answer to a write. It is never refused for its size, because the write is already committed. */
export function sendWritten(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  reply.server.slowReaders.count(reply.raw, answer.body.length);
  if (answer.showsSecret) reply.header('cache-control', 'no-store');
  return send(reply, answer);
}

function send(reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply {
  reply.code(status).headers(headers);
  return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}
