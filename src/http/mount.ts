import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '#core/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    errorPages?: boolean;
  }
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What answers one method of a path. */
export interface Mounted {
  readonly handler: Handler;
  /** Runs before the body is read. */
  readonly onRequest?: onRequestHookHandler | undefined;
  /** An error is a page for a browser. */
  readonly errorPages?: boolean | undefined;
  /** Bytes of a body; 1 MiB when absent. */
  readonly bodyLimit?: number | undefined;
}

interface MountOptions {
  /** Other methods of the path are mounted elsewhere. */
  readonly shared?: boolean;
  /** Runs before a request with an unsupported method is answered with 405. */
  readonly onRequest?: onRequestHookHandler;
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const neverHere = ['OPTIONS', 'TRACE'];

/** Mounts a path once, with all its methods: those it lacks are answered with 405 and the list of those it has. */
export function mountPath(
  server: FastifyInstance,
  url: string,
  mounted: Partial<Record<Method, Handler | Mounted>>,
  { shared = false, onRequest: before }: MountOptions = {},
): void {
  const allowed = methods.filter((method) => mounted[method]);
  for (const method of allowed) {
    const one = mounted[method] as Handler | Mounted;
    const {
      handler,
      onRequest,
      bodyLimit,
      errorPages = false,
    }: Mounted = typeof one === 'function' ? { handler: one } : one;
    const more = { ...(onRequest && { onRequest }), ...(bodyLimit && { bodyLimit }) };
    server.route({ method, url, ...more, config: { errorPages }, handler });
  }
  if (shared) return;
  // Before the body: what it holds does not matter.
  const refuse = async () => {
    const named = allowed.join(', ');
    throw new AppError('method_not_allowed', `This path takes ${named}.`, [], { allow: named });
  };
  const handler: Handler = async (_request, reply) => reply;
  const lacking = methods.filter((method) => !mounted[method]);
  if (lacking.length > 0)
    server.route({ method: lacking, url, onRequest: before ? [before, refuse] : refuse, handler });
  server.route({ method: neverHere, url, onRequest: refuse, handler });
}
