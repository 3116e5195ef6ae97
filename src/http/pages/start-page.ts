import type { FastifyInstance } from 'fastify';
import { mountPath } from '../mount.ts';
import { acceptsPages } from './page.ts';

/** Where programs find their way. */
const directory = { name: 'Atrium', openapi: '/openapi.json', docs: '/docs', health: '/health', console: '/app/' };

/** Sends browsers to the console, and tells programs where everything else is. */
export function mountStartPage(server: FastifyInstance): void {
  mountPath(server, '/', {
    GET: async (request, reply) => {
      reply.header('vary', 'accept');
      if (!acceptsPages(request)) return reply.send(directory);
      return reply.header('cache-control', 'no-store').redirect('/app/', 302);
    },
  });
}
