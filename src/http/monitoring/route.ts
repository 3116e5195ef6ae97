import type { FastifyRequest } from 'fastify';

/** The template of the path, such as `/api/:moduleKey/:slug/:id`; undefined when nothing is mounted there. */
export const routeOf = ({ is404, routeOptions }: FastifyRequest): string | undefined =>
  is404 ? undefined : routeOptions.url;
