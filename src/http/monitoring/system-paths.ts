import type { FastifyInstance } from 'fastify';
import type { Services } from '#core/context.ts';
import { mountPath } from '../routing/mount.ts';

const healthTimeoutMs = 2000;

/** Paths for operators: GET /health and GET /version. */
export function mountSystemPaths(server: FastifyInstance, { db }: Services, version: object): void {
  mountPath(server, '/health', {
    GET: async (_request, reply) => {
      const healthy = await answersWithin(db.lookUps.query('select 1'), healthTimeoutMs);
      return reply.code(healthy ? 200 : 503).send({ status: healthy ? 'ok' : 'unavailable' });
    },
  });
  mountPath(server, '/version', { GET: async (_request, reply) => reply.send(version) });
}

async function answersWithin(query: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const answered = query.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, timeout]).finally(() => clearTimeout(timer));
}
