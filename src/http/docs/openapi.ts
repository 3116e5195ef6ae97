import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Action } from '#core/action.ts';
import type { Services } from '#core/context.ts';
import { OpenApi, type OpenApiScope, otherOperations } from '#core/derive/openapi/openapi.ts';
import { AppError, notFound } from '#core/errors.ts';
import { contextOf } from '../auth/session.ts';
import type { CompressionCache } from '../routing/compression.ts';
import { type Handler, mountPath } from '../routing/mount.ts';

/**
 * Without a session, the documents describe the product. With a session, they include the tenant's own models and omit
 * fields that are hidden from the caller. `/openapi/<module>.json` describes one module, and
 * `/openapi/<module>/<slug>.json` one model; each is a complete document.
 */
export function mountOpenApi(
  server: FastifyInstance,
  services: Services,
  actions: readonly Action[],
  compressions: CompressionCache,
): void {
  const openApi = new OpenApi(actions);
  const scopeOf = documentScope(services);
  const answer = async (request: FastifyRequest, reply: FastifyReply, scope: OpenApiScope): Promise<FastifyReply> => {
    const { parts, bytes, digest } = await openApi.document(scope);
    const etag = `"${digest}"`;
    // The document depends on the session, so caches revalidate each time; most answers are 304.
    reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization, cookie');
    if (hasTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    reply.type('application/json; charset=utf-8');
    if (await compressions.send(request, reply, digest, async () => Buffer.concat(parts))) return reply;
    return (
      reply
        .header('content-length', bytes)
        // All answers share the parts, so a slow client needs no memory of its own.
        .send(Readable.from(parts, { objectMode: false }))
    );
  };
  const ofAll: Handler = async (request, reply) => answer(request, reply, await scopeOf(request));
  const ofModule: Handler = async (request, reply) => {
    const { file } = request.params as { file: string };
    const scope = await scopeOf(request);
    const moduleKey = nameIn(file);
    if (!scope.registry.modules.some((module) => module.key === moduleKey)) throw notFound(`The document ${file}`);
    return answer(request, reply, { ...scope, moduleKey });
  };
  const ofModel: Handler = async (request, reply) => {
    const { moduleKey, file } = request.params as { moduleKey: string; file: string };
    const scope = await scopeOf(request);
    const slug = nameIn(file);
    const foundKey = slug === otherOperations ? moduleKey : scope.registry.find(moduleKey, slug)?.moduleKey;
    if (!scope.registry.modules.some((module) => module.key === foundKey))
      throw notFound(`The document ${moduleKey}/${file}`);
    return answer(request, reply, { ...scope, moduleKey, slug: scope.registry.find(moduleKey, slug)?.slug ?? slug });
  };
  mountPath(server, '/openapi.json', { GET: ofAll });
  mountPath(server, '/openapi/:file', { GET: ofModule });
  mountPath(server, '/openapi/:moduleKey/:file', { GET: ofModel });
}

const nameIn = (file: string): string => (file.endsWith('.json') ? file.slice(0, -'.json'.length) : '');

/** The documents are public. Without a valid session they describe only the product. */
export const documentScope =
  (services: Services) =>
  async (request: FastifyRequest): Promise<OpenApiScope> => {
    try {
      const { registry, caller } = await contextOf(request, services);
      return { registry, access: caller.access };
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') return { registry: services.directory.base };
      throw error;
    }
  };

const hasTag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*') ?? false;
