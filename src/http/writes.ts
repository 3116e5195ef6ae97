import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, dryRun } from '#core/context.ts';
import { badQuery } from '#core/errors.ts';
import { fingerprint, once, type StoredAnswer } from '#core/idempotency.ts';
import { type RawQuery, refuseUnknown } from '#core/query/read.ts';
import { Turns } from '#lib/turns.ts';

function isDryRun(query: RawQuery): boolean {
  refuseUnknown(query, ['dryRun']);
  if (query.dryRun === undefined || query.dryRun === 'false') return false;
  if (query.dryRun !== 'true') throw badQuery('dryRun', 'must be true or false');
  return true;
}

/**
 * Such a write holds its connection to the end, and may need a second one on the way: never so many at once that none is
 * left for anybody.
 */
const rehearsals = new Turns(3);
const keyed = new Turns(5);

/** What every write over HTTP shares: `dryRun` and `Idempotency-Key`. */
export async function answerWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  query: RawQuery,
  run: (context: Context) => Promise<StoredAnswer>,
): Promise<FastifyReply> {
  const key = request.headers['idempotency-key'];
  if (isDryRun(query)) return send(reply, await rehearsals.use(() => dryRun(context, run)));
  if (typeof key !== 'string' || context.caller.userId === null) return send(reply, await run(context));
  const secret = context.services.vault.derive('idempotency');
  const print = fingerprint(secret, context.caller.keyId ?? '', request.method, request.url, request.bodyText);
  const { replayed, ...answer } = await keyed.use(() => once(context, key, print, run));
  if (replayed) reply.header('idempotent-replayed', 'true');
  return send(reply, answer);
}

export function send(reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply {
  reply.code(status).headers(headers);
  return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}
