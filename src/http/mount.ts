import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '#core/errors.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const neverHere = ['OPTIONS', 'TRACE'];

/** Mounts a path once, with all its methods: those it lacks are answered with 405 and the list of those it has. */
export function mountPath(
  server: FastifyInstance,
  url: string,
  onRequest: onRequestHookHandler | undefined,
  handlers: Partial<Record<Method, Handler>>,
  /** Other methods of the path are mounted elsewhere. */
  shared = false,
): void {
  const allowed = methods.filter((method) => handlers[method]);
  for (const method of allowed) {
    server.route({ method, url, ...(onRequest && { onRequest }), handler: handlers[method] as Handler });
  }
  if (shared) return;
  server.route({
    method: [...methods.filter((method) => !handlers[method]), ...neverHere],
    url,
    // Before the body: what it holds does not matter.
    onRequest: async () => {
      const named = allowed.join(', ');
      throw new AppError('method_not_allowed', `This path takes ${named}.`, [], { allow: named });
    },
    handler: async (_request, reply) => reply,
  });
}
