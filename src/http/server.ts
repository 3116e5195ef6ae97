import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Action } from '#core/action.ts';
import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { parseJson } from '#lib/json.ts';
import { mountActions } from './actions.ts';
import { mountDocs } from './docs.ts';
import { errorBody, renderError } from './errors.ts';
import { mountOpenApi } from './openapi.ts';
import { mountRecords } from './records.ts';

export interface ServerOptions {
  readonly services: Services;
  readonly actions: readonly Action[];
  readonly trustProxy: boolean;
  readonly secureCookies: boolean;
}

const mebibyte = 1024 * 1024;
const healthDeadlineMs = 2000;

/** Answers of the API are data: nothing may frame, sniff or run them. Pages get their own headers from helmet. */
const apiHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-cache',
};

export async function buildServer({
  services,
  actions,
  trustProxy,
  secureCookies,
}: ServerOptions): Promise<FastifyInstance> {
  const { base } = services.directory;
  const server = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Lines carry the request id by themselves; a logger for each request would cost more than it says.
    childLoggerFactory: (logger) => logger,
    trustProxy,
    bodyLimit: mebibyte,
    // A refused body is not read to its end; the connection closes instead.
    requestTimeout: 60_000,
    http: { maxHeaderSize: 64 * 1024 },
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    routerOptions: { querystringParser: () => ({}), maxParamLength: 200 },
    forceCloseConnections: 'idle',
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
      const answer = new AppError(
        tooLarge ? 'header_too_large' : 'bad_request',
        tooLarge
          ? 'The path and headers are larger than 64 KiB; use POST …/search for long filters.'
          : 'This is not a valid HTTP request.',
      );
      const body = errorBody(answer, newId());
      socket.end(
        `HTTP/1.1 ${answer.status} ${answer.code}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      renderError(error, request, reply, base);
    },
  });
  server.decorateRequest('atrium', null);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, parseJson(text as string));
    } catch (error) {
      done(new AppError('bad_request', `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}.`));
    }
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(apiHeaders);
  });
  server.addHook('onResponse', async (request, reply) => {
    request.log.debug({
      requestId: request.id,
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
  });
  server.setErrorHandler((error, request, reply) =>
    renderError(error, request, reply, request.atrium?.registry ?? base),
  );
  server.setNotFoundHandler((request, reply) =>
    renderError(
      new AppError('not_found', `There is nothing at ${request.method} ${request.url.split('?')[0]?.slice(0, 200)}.`),
      request,
      reply,
      base,
    ),
  );
  await server.register(cookie);
  server.get('/health', async (_request, reply) => {
    const healthy = await answersWithin(services.db.query('select 1'), healthDeadlineMs);
    return reply.code(healthy ? 200 : 503).send({ status: healthy ? 'ok' : 'unavailable' });
  });
  await server.register(async (pages) => {
    await pages.register(helmet, { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
    mountDocs(pages);
  });
  mountOpenApi(server, services, actions);
  mountActions(server, services, actions, secureCookies);
  mountRecords(server, services);
  return server;
}

const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : newId();

async function answersWithin(query: Promise<unknown>, deadlineMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), deadlineMs);
  });
  const answered = query.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
