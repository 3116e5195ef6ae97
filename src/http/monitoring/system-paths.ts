import type { FastifyInstance } from 'fastify';
import type { Services } from '#core/context.ts';
import { mountPath } from '../mount.ts';

const healthDeadlineMs = 2000;

/** Paths for those who run the server: whether it works, and which version it is. */
export function mountSystemPaths(server: FastifyInstance, { db }: Services, version: object): void {
  mountPath(server, '/health', {
    GET: async (_request, reply) => {
      const healthy = await answersWithin(db.lookUps.query('select 1'), healthDeadlineMs);
      return reply.code(healthy ? 200 : 503).send({ status: healthy ? 'ok' : 'unavailable' });
    },
  });
  mountPath(server, '/version', { GET: async (_request, reply) => reply.send(version) });
}

async function answersWithin(query: Promise<unknown>, deadlineMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), deadlineMs);
  });
  const answered = query.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
