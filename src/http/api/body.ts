import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Action } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { JsonLimitError, type JsonLimits, parseJson } from '#lib/json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent: a repeated request is recognised by its text. */
    bodyText: string;
  }
}

/** Well above a bulk request of 1,000 records with 40 fields each. A larger body is refused before it is parsed. */
const bodyLimits: JsonLimits = { values: 100_000, keys: 2000, depth: 64, digits: 400 };

/** Bodies are JSON. Only actions with `form` take a form: some OAuth providers send the browser back with one. */
export function addBodyParsers(server: FastifyInstance, actions: readonly Action[]): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, readJsonBody(request, bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  const formPaths = new Set(actions.flatMap(({ form, routes }) => (form ? routes.map(({ path }) => path) : [])));
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, text, done) => {
    if (!formPaths.has(request.routeOptions.url ?? ''))
      return void done(new AppError('unsupported_media_type', 'The body must be application/json.'));
    done(null, new URLSearchParams(String(text)));
  });
}

function readJsonBody(request: FastifyRequest, bytes: Buffer): unknown {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new AppError('unsupported_media_type', 'The body must not be compressed.');
  }
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new AppError('bad_request', 'The body is not valid UTF-8.');
  request.bodyText = bytes.toString('utf8');
  try {
    return parseJson(request.bodyText, bodyLimits);
  } catch (error) {
    if (error instanceof JsonLimitError) throw new AppError('bad_request', error.message);
    throw new AppError('bad_request', `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}.`);
  }
}
