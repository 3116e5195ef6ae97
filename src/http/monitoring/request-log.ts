import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { routeOf } from './route.ts';

const longestPath = 200;

/** Probes come every few seconds and would bury the rest. */
const probes = new Set(['/health', '/metrics']);

/** One line for each request, when it has been answered. It never holds the query, which may hold the tokens of links. */
export function logRequests(server: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('info')) return;
  const probesToo = log.isLevelEnabled('debug');
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const isProbe = probes.has(route ?? '');
    if (isProbe && !probesToo) return done();
    const { url, atrium } = request;
    const query = url.indexOf('?');
    const line = {
      requestId: request.id,
      method: request.method,
      path: url.slice(0, query < 0 || query > longestPath ? longestPath : query),
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      tenant: atrium?.caller.accountKey,
      user: atrium?.caller.userId ?? undefined,
      key: atrium?.caller.keyId,
      ip: request.ip,
    };
    if (isProbe) log.debug(line, 'request');
    else log.info(line, 'request');
    done();
  });
}
