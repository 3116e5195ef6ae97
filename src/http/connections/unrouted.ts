import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { errorBody } from '../routing/errors.ts';

/** Answers requests that Node refuses before Fastify sees them, with the format and headers of other errors. */

type FixedHeaders = Readonly<Record<string, string>>;

function render(answer: AppError, fixed: FixedHeaders): { headers: FixedHeaders; body: string } {
  const id = newId();
  const body = errorBody(answer, id);
  const headers = {
    'x-request-id': id,
    ...fixed,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { headers, body };
}

/** The handler for bytes that are not a valid HTTP request. */
export const clientErrorHandler =
  (fixed: FixedHeaders) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [code, message]: [ErrorCode, string] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? ['header_too_large', 'The path and headers are larger than 64 KiB; use POST …/search for long filters.']
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? ['request_timeout', 'The request did not arrive in time.']
          : ['bad_request', 'This is not a valid HTTP request.'];
    const answer = new AppError(code, message);
    const { headers, body } = render(answer, fixed);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${answer.status} ${answer.code}\r\n${lines.join('')}\r\n${body}`);
  };

/** The handler for an Expect header other than 100-continue. */
export const expectationHandler =
  (fixed: FixedHeaders) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    const answer = new AppError('expectation_failed', 'The only Expect header that is understood is 100-continue.');
    const { headers, body } = render(answer, fixed);
    response.writeHead(answer.status, headers).end(body);
  };
