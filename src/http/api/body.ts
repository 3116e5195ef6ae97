import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Action } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { JsonLimitError, type JsonLimits, parseJson } from '#lib/json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was received. A repeated request is recognised by its text. */
    bodyText: string;
    /** The bytes of the body, for actions that take raw bytes. */
    rawBody: Buffer | null;
  }
}

/** Well above a bulk request of 1,000 records with 40 fields each. A larger body is refused before it is parsed. */
const bodyLimits: JsonLimits = { values: 100_000, keys: 2000, depth: 64, digits: 400 };

/**
 * Bodies are JSON. Some actions also accept a form, because some OAuth providers send the browser back with one. Some
 * accept CSV. Actions that take raw bytes also accept text, because Amazon SNS sends JSON as text/plain.
 */
export function addBodyParsers(server: FastifyInstance, actions: readonly Action[]): void {
  server.removeAllContentTypeParsers();
  const rawPaths = pathsOf(actions.filter(({ takes }) => takes?.kind === 'bytes'));
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      const isRaw = rawPaths.has(request.routeOptions.url ?? '');
      done(null, isRaw ? keepRawBody(request, bytes as Buffer) : readJsonBody(request, bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  server.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!rawPaths.has(request.routeOptions.url ?? ''))
      return void done(
        new AppError('unsupported_media_type', 'The body must be JSON, with Content-Type: application/json.'),
      );
    try {
      done(null, keepRawBody(request, bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  const formPaths = pathsOf(actions.filter(takesForm));
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, text, done) => {
    if (!formPaths.has(request.routeOptions.url ?? ''))
      return void done(new AppError('unsupported_media_type', 'The body must be application/json.'));
    const isRaw = rawPaths.has(request.routeOptions.url ?? '');
    done(null, isRaw ? keepRawBody(request, Buffer.from(String(text))) : new URLSearchParams(String(text)));
  });
  const csvFields = new Map(
    actions.flatMap(({ takes, routes }) =>
      takes?.kind === 'csv' ? routes.map(({ path }) => [path, takes.field] as const) : [],
    ),
  );
  server.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (request, bytes, done) => {
    const field = csvFields.get(request.routeOptions.url ?? '');
    if (field === undefined)
      return void done(new AppError('unsupported_media_type', 'The body must be application/json.'));
    if (!isUtf8(bytes as Buffer)) return void done(new AppError('bad_request', 'The body is not valid UTF-8.'));
    request.bodyText = bytes.toString('utf8');
    done(null, { [field]: request.bodyText });
  });
}

const takesForm = ({ takes }: Action): boolean => takes?.kind === 'form' || (takes?.kind === 'bytes' && !!takes.form);

const pathsOf = (actions: readonly Action[]): ReadonlySet<string> =>
  new Set(actions.flatMap(({ routes }) => routes.map(({ path }) => path)));

function keepRawBody(request: FastifyRequest, bytes: Buffer): undefined {
  refuseCompressed(request);
  request.rawBody = bytes;
}

function refuseCompressed({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new AppError('unsupported_media_type', 'The body must not be compressed.');
  }
}

function readJsonBody(request: FastifyRequest, bytes: Buffer): unknown {
  refuseCompressed(request);
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new AppError('bad_request', 'The body is not valid UTF-8.');
  request.bodyText = bytes.toString('utf8');
  try {
    return parseJson(request.bodyText, bodyLimits);
  } catch (error) {
    if (error instanceof JsonLimitError) throw new AppError('bad_request', error.message);
    const message = `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}.`;
    throw new AppError('bad_request', message, [{ code: 'invalid_json', message }]);
  }
}
