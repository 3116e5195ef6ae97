import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import type { Registry } from '#core/models/registry.ts';
import { escapeHtml } from '#lib/html.ts';
import { acceptsPages, sendPage } from '../html/page.ts';
import type { ErrorPages } from './mount.ts';

const fastifyErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The body must be JSON, with Content-Type: application/json.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad_request', 'The body is empty; send a JSON object.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'Content-Length does not match the body.'],
  FST_ERR_BAD_URL: ['bad_request', 'The path is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing at this path.'],
};

const kibibyte = 1024;
const sizeOf = (bytes: number): string =>
  bytes % kibibyte ** 2 === 0 ? `${bytes / kibibyte ** 2} MiB` : `${bytes / kibibyte} KiB`;

function expectedError(
  error: unknown,
  { raw, routeOptions }: FastifyRequest,
  registry: Registry,
): AppError | undefined {
  // A failed client connection has the same error code as a lost connection to the database, so check it first.
  if (error === raw.errored) return new AppError('bad_request', 'The connection ended before the body was complete.');
  const databaseError = fromDatabase(error, registry);
  if (databaseError instanceof AppError) return databaseError;
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('payload_too_large', `The body is larger than ${sizeOf(routeOptions.bodyLimit)}.`);
  const translation = fastifyErrors[code];
  if (translation) return new AppError(...translation);
  if (statusCode !== undefined && statusCode < 500) return new AppError('bad_request', 'The request is malformed.');
  return undefined;
}

export const errorBody = ({ code, message, details, extra }: AppError, requestId: string): string =>
  JSON.stringify({ error: { code, message, requestId, details }, ...extra });

/**
 * Sends an error page of a module. When that fails, for example because the database is down, the page of the platform
 * is sent.
 */
async function sendOwnPage(
  send: NonNullable<Exclude<ErrorPages, boolean>['send']>,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  pages: ErrorPages,
): Promise<FastifyReply> {
  try {
    return await send(error, request, reply);
  } catch (failure) {
    request.log.warn({ err: failure, requestId: request.id }, 'the page of an error could not be rendered');
    return sendErrorPage(reply, error, request.id, pages);
  }
}

function sendErrorPage(reply: FastifyReply, { message }: AppError, requestId: string, pages: ErrorPages): FastifyReply {
  const isSignIn = typeof pages === 'boolean';
  const title = isSignIn ? 'You are not signed in' : pages.title;
  return sendPage(reply, {
    title,
    main: `
      <h1>${escapeHtml(title)}</h1>
      <p id="result" class="bad">${escapeHtml(message)}</p>
      ${isSignIn ? '<p><a class="button" href="/">Back to the sign-in page</a></p>' : ''}
      <p class="hint">Request ${escapeHtml(requestId)}</p>`,
  });
}

/** The only place where an error becomes an answer. An unexpected error is logged in full, but not shown. */
export function renderError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  registry: Registry,
): FastifyReply | Promise<FastifyReply> {
  let answer = expectedError(error, request, registry);
  if (!answer) {
    request.log.error({ err: error, requestId: request.id }, 'unexpected error');
    answer = new AppError('internal', 'Something went wrong on our side; the log has it under this request id.');
  } else if (error === request.raw.errored)
    request.log.debug({ requestId: request.id }, 'the client closed its connection before its body was complete');
  else if (answer.status >= 500 && !request.socket.destroyed)
    request.log.warn({ err: error, requestId: request.id }, answer.message);
  reply.code(answer.status).headers(answer.headers);
  const { errorPages: pages, errorFormat } = request.routeOptions.config ?? {};
  if (pages && acceptsPages(request)) {
    const send = typeof pages === 'object' ? pages.send : undefined;
    return send ? sendOwnPage(send, answer, request, reply, pages) : sendErrorPage(reply, answer, request.id, pages);
  }
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer');
  const { status = answer.status, headers = {}, body } = errorFormat?.(answer, request) ?? {};
  reply.code(status).headers(headers).type('application/json; charset=utf-8');
  return reply.send(body === undefined ? errorBody(answer, request.id) : JSON.stringify(body));
}
