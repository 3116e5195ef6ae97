import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { routeOf } from './route.ts';

const maxPathLength = 200;

/** Probes arrive every few seconds and would hide the other log lines. */
const probes = new Set(['/health', '/metrics']);

/** Logs one line per answered request, without the query, which may contain the token of a link. */
export function logRequests(server: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('info')) return;
  const logsProbes = log.isLevelEnabled('debug');
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const isProbe = probes.has(route ?? '');
    if (isProbe && !logsProbes) return done();
    const { url, atrium } = request;
    const query = url.indexOf('?');
    const line = {
      requestId: request.id,
      method: request.method,
      path: url.slice(0, query < 0 || query > maxPathLength ? maxPathLength : query),
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
