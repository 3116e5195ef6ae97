import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Action } from '#core/action.ts';
import type { Services } from '#core/context.ts';
import { openApiDocument } from '#core/derive/openapi.ts';
import { AppError } from '#core/errors.ts';
import type { Registry } from '#core/registry.ts';
import { type Handler, mountPath } from './mount.ts';
import { contextOf } from './session.ts';

/** The document of the product; with a session, that of the caller's tenant, its own models included. */
export function mountOpenApi(server: FastifyInstance, services: Services, actions: readonly Action[]): void {
  const { base } = services.directory;
  const documents = new WeakMap<Registry, Buffer>();
  const documentOf = (registry: Registry): Buffer => {
    const known = documents.get(registry);
    if (known) return known;
    const document = Buffer.from(JSON.stringify(openApiDocument(registry, actions)));
    documents.set(registry, document);
    return document;
  };
  /** The document is open to all: a session that has ended only means the general one. */
  const registryOf = async (request: FastifyRequest): Promise<Registry> => {
    try {
      return (await contextOf(request, services)).registry;
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') return base;
      throw error;
    }
  };
  const GET: Handler = async (request, reply) => {
    return reply.type('application/json; charset=utf-8').send(documentOf(await registryOf(request)));
  };
  mountPath(server, '/openapi.json', { GET });
}
