import type { FastifyInstance } from 'fastify';
import { AppError } from '#core/errors.ts';
import { mountPath } from '../mount.ts';
import { acceptsPages } from './page.ts';

/** Sends browsers to the console, and tells programs where the reference is. */
export function mountStartPage(server: FastifyInstance): void {
  mountPath(server, '/', {
    GET: async (request, reply) => {
      if (!acceptsPages(request))
        throw new AppError('not_found', 'There is nothing at GET /; programs find the reference at /openapi.json.');
      return reply.headers({ vary: 'accept', 'cache-control': 'no-store' }).redirect('/app/', 302);
    },
  });
}
