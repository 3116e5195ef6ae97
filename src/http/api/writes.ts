import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, dryRun } from '#core/context.ts';
import { badQuery } from '#core/errors.ts';
import { type Fingerprints, fingerprint, type StoredAnswer, withIdempotency } from '#core/operations/idempotency.ts';
import { type RawQuery, refuseUnknown } from '#core/query/list-query.ts';
import { sendWritten } from './answers.ts';

function isDryRun(query: RawQuery): boolean {
  refuseUnknown(query, ['dryRun']);
  if (query.dryRun === undefined || query.dryRun === 'false') return false;
  if (query.dryRun !== 'true') throw badQuery('dryRun', 'must be true or false');
  return true;
}

/** True when `?async=true` requests to run the write as a job. */
export function isAsync({ async: given, dryRun: dry }: RawQuery): boolean {
  if (given === undefined || given === 'false') return false;
  if (given !== 'true') throw badQuery('async', 'must be true or false');
  if (dry === 'true') throw badQuery('async', 'cannot be used together with dryRun, which runs no job');
  return true;
}

/** Runs a write with `dryRun` and `Idempotency-Key`, which all writes over HTTP share. */
export async function answerWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  query: RawQuery,
  run: (context: Context) => Promise<StoredAnswer>,
): Promise<FastifyReply> {
  const key = request.headers['idempotency-key'];
  if (isDryRun(query)) return sendWritten(reply, await dryRun(context, run));
  if (typeof key !== 'string' || context.caller.userId === null) return sendWritten(reply, await run(context));
  const { replayed, ...answer } = await withIdempotency(context, key, fingerprintsOf(request, context), run);
  if (replayed) reply.header('idempotent-replayed', 'true');
  return sendWritten(reply, answer);
}

function fingerprintsOf(
  { method, url, bodyText }: FastifyRequest,
  { caller, services: { vault } }: Context,
): Fingerprints {
  const path = url.replace(/\/(?=\?|$)/, '');
  const print = (secret: string) => fingerprint(secret, caller.keyId ?? '', method, path, bodyText);
  return {
    current: print(vault.derive('idempotency')),
    previous: () => {
      const secret = vault.derivePrevious('idempotency');
      return secret && print(secret);
    },
  };
}
