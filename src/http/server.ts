import { isUtf8 } from 'node:buffer';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Action } from '#core/action.ts';
import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { JsonLimitError, type JsonLimits, parseJson } from '#lib/json.ts';
import { mountActions } from './api/actions.ts';
import { mountRecords } from './api/records.ts';
import { allowOrigins, type CorsOrigins } from './auth/cors.ts';
import { compressAnswers, KeptCompressions } from './compression.ts';
import { SlowReaders } from './connections/slow-readers.ts';
import { clientErrorHandler, expectationHandler } from './connections/unrouted.ts';
import { endUnusedAtStop } from './connections/unused-connections.ts';
import { mountDocs } from './docs/docs.ts';
import { mountOpenApi } from './docs/openapi.ts';
import { renderError } from './errors.ts';
import type { MetricsOptions } from './monitoring/metrics.ts';
import { logRequests } from './monitoring/request-log.ts';
import { mountSystemPaths } from './monitoring/system-paths.ts';
import { mountAccountPages } from './pages/account-pages.ts';
import { mountStartPage } from './pages/start-page.ts';

export interface ServerOptions {
  readonly services: Services;
  readonly actions: readonly Action[];
  readonly trustProxy: boolean;
  /** Whether clients reach the platform by https: cookies are Secure, and answers say to stay with https. */
  readonly https: boolean;
  /** Undefined: only pages of this site may call the API. */
  readonly corsOrigins: CorsOrigins | undefined;
  /** Undefined: there is no GET /metrics. */
  readonly metrics: MetricsOptions | undefined;
  /** What GET /version answers. */
  readonly version: object;
}

const mebibyte = 1024 * 1024;

/** Answers of the API are data: nothing may frame, sniff or run them. Pages get their own headers from helmet. */
const apiHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-cache',
};

const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Well above a bulk request of 1,000 records with 40 fields each; what is more is refused before it is parsed. */
const bodyLimits: JsonLimits = { values: 100_000, keys: 2000, depth: 64, digits: 400 };

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { services, actions, trustProxy, https, version, metrics, corsOrigins } = options;
  const { base } = services.directory;
  const headers = https ? { ...apiHeaders, ...strictTransport } : apiHeaders;
  const server = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Lines carry the request id by themselves; a logger for each request would cost more than it says.
    childLoggerFactory: (logger) => logger,
    // One proxy: what it appends is right, what clients wrote before it is theirs.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: mebibyte,
    // A refused body is not read to its end; the connection closes instead.
    requestTimeout: 60_000,
    http: { maxHeaderSize: 64 * 1024, requireHostHeader: false },
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    routerOptions: { querystringParser: () => ({}), maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // What still arrives on an open connection is answered like anything else.
    return503OnClosing: false,
    clientErrorHandler: clientErrorHandler(headers),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(headers);
      renderError(error, request, reply, base);
    },
  });
  server.server.on('checkExpectation', expectationHandler(headers));
  server.decorate('slowReaders', new SlowReaders(server.server, services.log));
  endUnusedAtStop(server);
  server.decorateRequest('atrium', null);
  server.decorateRequest('bodyText', '');
  server.decorateRequest('rateHeaders', null);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, readBody(request, bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  // Some providers send the browser back with a form; every other path refuses one.
  const forms = new Set(actions.flatMap(({ form, routes }) => (form ? routes.map(({ path }) => path) : [])));
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, text, done) => {
    if (!forms.has(request.routeOptions.url ?? ''))
      return void done(new AppError('unsupported_media_type', 'The body must be application/json.'));
    done(null, new URLSearchParams(String(text)));
  });
  // First, so that refusals can be read as well.
  if (corsOrigins) allowOrigins(server, corsOrigins);
  // Hooks of every request take a callback: a promise more for each would cost more than they do.
  server.addHook('onRequest', (request, reply, done) => {
    services.load.request();
    reply.header('x-request-id', request.id).headers(headers);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new AppError('bad_request', 'The Host header is missing.'));
    // Refused here, because the body would be read and parsed before the handler for unknown paths runs.
    else if (request.is404) done(nothingAt(request));
    else done();
  });
  compressAnswers(server);
  if (services.requestRates) {
    server.addHook('onSend', (request, reply, _payload, done) => {
      if (request.rateHeaders) reply.headers(request.rateHeaders);
      done();
    });
  }
  logRequests(server, services.log);
  server.setErrorHandler((error, request, reply) =>
    renderError(error, request, reply, request.atrium?.registry ?? base),
  );
  server.setNotFoundHandler((request, reply) => renderError(nothingAt(request), request, reply, base));
  mountSystemPaths(server, services, version);
  if (metrics) {
    // Loaded only where it is used.
    const { mountMetrics } = await import('./monitoring/metrics.ts');
    mountMetrics(server, services.log, metrics);
  }
  const compressions = new KeptCompressions();
  await server.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      for (const name of Object.keys(apiHeaders)) reply.removeHeader(name);
    });
    await pages.register(helmet, { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
    mountDocs(pages, services, actions, compressions);
    mountAccountPages(pages);
    mountStartPage(pages, services);
  });
  mountOpenApi(server, services, actions, compressions);
  mountActions(server, services, actions, https);
  mountRecords(server, services);
  return server;
}

const nothingAt = ({ method, url }: FastifyRequest): AppError =>
  new AppError('not_found', `There is nothing at ${method} ${url.split('?')[0]?.slice(0, 200)}.`);

function readBody(request: FastifyRequest, bytes: Buffer): unknown {
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

const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : newId();
