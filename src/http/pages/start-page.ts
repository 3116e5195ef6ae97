import type { FastifyInstance } from 'fastify';
import { acceptsPages } from '../html/page.ts';
import { mountPath } from '../routing/mount.ts';

/** The entry points for API clients. */
const directory = { name: 'Atrium', openapi: '/openapi.json', docs: '/docs', health: '/health', console: '/app/' };

/** Redirects browsers to the console, and lists the entry points for API clients. */
export function mountStartPage(server: FastifyInstance): void {
  mountPath(server, '/', {
    GET: async (request, reply) => {
      reply.header('vary', 'accept');
      if (!acceptsPages(request)) return reply.send(directory);
      return reply.header('cache-control', 'no-store').redirect('/app/', 302);
    },
  });
}
