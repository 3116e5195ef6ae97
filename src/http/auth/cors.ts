import type { FastifyInstance, FastifyReply } from 'fastify';

/** Origins whose pages may call the API. `*` means all, without cookies. */
export type CorsOrigins = '*' | ReadonlySet<string>;

const joined = (...names: string[]): string => names.join(', ');

const preflightHeaders = {
  'access-control-allow-methods': joined('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
  'access-control-allow-headers': joined(
    'accept',
    'authorization',
    'content-type',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'last-event-id',
    'mcp-method',
    'mcp-name',
    'mcp-protocol-version',
    'x-request-id',
  ),
  // The maximum that browsers accept.
  'access-control-max-age': '7200',
};

const exposedHeaders = joined(
  'allow',
  'content-disposition',
  'etag',
  'idempotent-replayed',
  'link',
  'location',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'www-authenticate',
  'x-duplicates',
  'x-request-id',
);

/**
 * Allows pages of other origins to read answers, but nothing else: a write with the session cookie must still come from
 * a page of this site (`session.ts`).
 */
export function allowOrigins(server: FastifyInstance, origins: CorsOrigins): void {
  const grantsFor = (origin: string | undefined): Record<string, string> | undefined => {
    if (origin === undefined) return undefined;
    if (origins === '*') return { 'access-control-allow-origin': '*' };
    if (!origins.has(origin)) return undefined;
    return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
  };
  server.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': requestedMethod } = request.headers;
    const grants = grantsFor(origin);
    varyByOrigin(reply);
    if (!grants) return done();
    reply.headers(grants);
    // A preflight has no token, so it is answered before authentication, even for unknown paths.
    if (request.method === 'OPTIONS' && requestedMethod !== undefined)
      reply.header('x-request-id', request.id).headers(preflightHeaders).code(204).send();
    else {
      reply.header('access-control-expose-headers', exposedHeaders);
      done();
    }
  });
  // Set it again, because a handler may have replaced the header.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    varyByOrigin(reply);
    done();
  });
}

/**
 * Adds `vary: origin`, even for origins that are not allowed: a cache must not serve the answer for one origin to
 * another.
 */
function varyByOrigin(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  const names = vary === undefined ? [] : [vary].flat().map(String);
  if (names.some((name) => /(?:^|,)\s*(?:origin|\*)\s*(?:,|$)/i.test(name))) return;
  reply.header('vary', [...names, 'Origin'].join(', '));
}
