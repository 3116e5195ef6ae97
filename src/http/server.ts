import http from 'node:http';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Action } from '#core/action.ts';
import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Page } from '#core/page.ts';
import type { SiteServer } from '#core/site-server.ts';
import { newId } from '#lib/ids.ts';
import { mountActions } from './api/actions.ts';
import { addBodyParsers } from './api/body.ts';
import { mountRecordFiles } from './api/record-files.ts';
import { mountRecords } from './api/records.ts';
import { allowOrigins, type CorsOrigins } from './auth/cors.ts';
import { limitBodyTime } from './connections/body-deadline.ts';
import { SlowReaders } from './connections/slow-readers.ts';
import { clientErrorHandler, expectationHandler } from './connections/unrouted.ts';
import { endUnusedAtStop } from './connections/unused-connections.ts';
import { mountConsole } from './console/console.ts';
import { mountDocs } from './docs/docs.ts';
import { mountOpenApi } from './docs/openapi.ts';
import { acceptMultipart } from './files/uploads.ts';
import type { MetricsOptions } from './monitoring/metrics.ts';
import { logRequests } from './monitoring/request-log.ts';
import { mountSystemPaths } from './monitoring/system-paths.ts';
import { mountAccountPages } from './pages/account-pages.ts';
import { mountModulePages } from './pages/module-pages.ts';
import { mountStartPage } from './pages/start-page.ts';
import { CompressionCache, compressAnswers } from './routing/compression.ts';
import { renderError } from './routing/errors.ts';
import { serveSites } from './sites/serve-sites.ts';

export interface ServerOptions {
  readonly services: Services;
  readonly actions: readonly Action[];
  /** The public pages of the modules. */
  readonly pages: readonly Page[];
  /** Published websites, which take precedence over our own paths. */
  readonly sites: readonly SiteServer[];
  readonly trustProxy: boolean;
  /** True when clients use https. Then cookies are Secure, and answers have Strict-Transport-Security. */
  readonly https: boolean;
  /** Undefined means that only pages of this site may call the API. */
  readonly corsOrigins: CorsOrigins | undefined;
  /** Undefined means that there is no GET /metrics. */
  readonly metrics: MetricsOptions | undefined;
  /** The answer of GET /version. */
  readonly version: object;
}

const mebibyte = 1024 * 1024;

/**
 * API answers are data, which browsers must not frame, sniff or execute. Pages get their headers from helmet instead.
 */
const apiHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-cache',
};

const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

type FixedHeaders = Readonly<Record<string, string>>;

/** Builds the HTTP server with all its paths. It does not listen yet. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { services, actions, pages, https, version, metrics, corsOrigins } = options;
  const headers = https ? { ...apiHeaders, ...strictTransport } : apiHeaders;
  const server = createFastify(options, headers);
  server.decorate('slowReaders', new SlowReaders(server.server, services.log));
  server.decorateRequest('atrium', null);
  server.decorateRequest('bodyText', '');
  server.decorateRequest('rawBody', null);
  server.decorateRequest('rateHeaders', null);
  endUnusedAtStop(server);
  limitBodyTime(server.server);
  addBodyParsers(server, actions);
  acceptMultipart(server);
  // This must be the first hook, so that pages of other origins can read errors too.
  if (corsOrigins) allowOrigins(server, corsOrigins);
  addHooks(server, services, headers);
  mountSystemPaths(server, services, version);
  if (metrics) {
    // Loaded only when metrics are on.
    const { mountMetrics } = await import('./monitoring/metrics.ts');
    mountMetrics(server, services.log, metrics);
  }
  const compressions = new CompressionCache();
  await mountPages(server, services, actions, pages, compressions);
  mountOpenApi(server, services, actions, compressions);
  mountActions(server, services, actions, { https, corsOrigins });
  mountRecords(server, services);
  mountRecordFiles(server, services);
  return server;
}

function createFastify({ services, sites, trustProxy }: ServerOptions, headers: FixedHeaders): FastifyInstance {
  const { log, directory } = services;
  const server = Fastify({
    loggerInstance: withoutInfo(log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Our log lines contain the request id themselves, because a child logger for each request would be slower.
    childLoggerFactory: () => log as FastifyBaseLogger,
    // Trusts one proxy: only the entry of X-Forwarded-For that the proxy appended, not those that the client sent.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: mebibyte,
    serverFactory: (platform) => createHttpServer(serveSites(sites, services, trustProxy, platform)),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    routerOptions: { querystringParser: () => ({}), maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // During shutdown, requests on open connections are still answered normally.
    return503OnClosing: false,
    clientErrorHandler: clientErrorHandler(headers),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(headers);
      renderError(error, request, reply, directory.base);
    },
  });
  server.server.on('checkExpectation', expectationHandler(headers));
  return server;
}

/** Creates the server with the timeouts that Fastify would set. */
function createHttpServer(listener: http.RequestListener): http.Server {
  const server = http.createServer({ maxHeaderSize: 64 * 1024, requireHostHeader: false }, listener);
  server.keepAliveTimeout = 72_000;
  // The limit for uploads. Other bodies have a shorter deadline (body-deadline.ts).
  server.requestTimeout = 24 * 3_600_000;
  server.setTimeout(0);
  return server;
}

/** Fastify's only log line at level info repeats our own line "started". Fastify has no option to turn it off. */
const withoutInfo = (log: Logger): Logger => (log.isLevelEnabled('info') ? log.child({}, { level: 'warn' }) : log);

/**
 * Adds the hooks of every request. They use callbacks, because one more promise for each would cost more than the hooks
 * themselves.
 */
function addHooks(server: FastifyInstance, services: Services, headers: FixedHeaders): void {
  const { base } = services.directory;
  server.addHook('onRequest', (request, reply, done) => {
    services.load.request();
    reply.header('x-request-id', request.id).headers(headers);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new AppError('bad_request', 'The Host header is missing.'));
    // Refused here, because the handler for unknown paths runs only after the body has been read and parsed.
    else if (request.is404) done(pathNotFound(request));
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
  server.setNotFoundHandler((request, reply) => renderError(pathNotFound(request), request, reply, base));
}

/** Mounts the pages, which have helmet's headers instead of those of the API. */
async function mountPages(
  server: FastifyInstance,
  services: Services,
  actions: readonly Action[],
  modulePages: readonly Page[],
  compressions: CompressionCache,
): Promise<void> {
  await server.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      for (const name of Object.keys(apiHeaders)) reply.removeHeader(name);
    });
    await pages.register(helmet, { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
    mountDocs(pages, services, actions, compressions);
    mountAccountPages(pages);
    mountStartPage(pages);
    mountConsole(pages);
    await mountModulePages(pages, services, modulePages);
  });
}

const pathNotFound = ({ method, url }: FastifyRequest): AppError =>
  new AppError('not_found', `There is nothing at ${method} ${url.split('?')[0]?.slice(0, 200)}.`);

const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : newId();
