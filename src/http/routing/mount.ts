import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { ErrorFormat } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { refuseMultipart } from '../files/is-multipart.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    errorPages?: ErrorPages;
    errorFormat?: FormatError | undefined;
  }
}

/** Converts an error to the format of another protocol. */
type FormatError = (error: AppError, request: FastifyRequest) => ErrorFormat;

/**
 * The HTML pages of errors for browsers. `true` means the page of sign-in, an object another title or a custom page.
 */
export type ErrorPages =
  | boolean
  | {
      readonly title: string;
      send?(error: AppError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
    };

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The handler of one method of a path. */
export interface Mounted {
  readonly handler: Handler;
  /** Runs before the body is read. */
  readonly onRequest?: onRequestHookHandler | undefined;
  /** The pages of errors for browsers. Without them, a browser gets errors as JSON. */
  readonly errorPages?: ErrorPages | undefined;
  readonly errorFormat?: FormatError | undefined;
  /** The maximum size of a body. Defaults to 1 MiB. */
  readonly bodyLimit?: number | undefined;
  /** True when multipart/form-data is accepted too. */
  readonly multipart?: boolean | undefined;
  /** True when pages of any origin may call it, without cookies. */
  readonly anyOrigin?: boolean | undefined;
}

interface MountOptions {
  /** True when other methods of the path are mounted elsewhere. */
  readonly shared?: boolean;
  /** Runs before a request with an unsupported method is answered with 405. */
  readonly onRequest?: onRequestHookHandler;
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const neverAllowed = ['OPTIONS', 'TRACE'];

/**
 * Headers of paths that pages of any origin may call, also of errors. Browsers hide the answer from the page if the
 * page sends cookies with the request.
 */
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'accept, content-type',
  'access-control-expose-headers': 'retry-after, x-request-id',
  'access-control-max-age': '7200',
};
const openToOrigins: onRequestHookHandler = (_request, reply, done) => {
  reply.headers(openHeaders);
  done();
};

/** Mounts all methods of a path. Other methods are answered with 405 and the list of mounted ones. */
export function mountPath(
  server: FastifyInstance,
  url: string,
  mounted: Partial<Record<Method, Handler | Mounted>>,
  { shared = false, onRequest: before }: MountOptions = {},
): void {
  const allowed = methods.filter((method) => mounted[method]);
  for (const method of allowed) {
    const entry = mounted[method] as Handler | Mounted;
    const {
      handler,
      onRequest,
      bodyLimit,
      errorFormat,
      errorPages = false,
      multipart = false,
      anyOrigin = false,
    }: Mounted = typeof entry === 'function' ? { handler: entry } : entry;
    const preParsing = method === 'GET' || multipart ? undefined : refuseMultipart;
    const before = [...(anyOrigin ? [openToOrigins] : []), ...(onRequest ? [onRequest] : [])];
    const limits = {
      ...(before.length > 0 && { onRequest: before }),
      ...(preParsing && { preParsing }),
      ...(bodyLimit && { bodyLimit }),
    };
    server.route({ method, url, ...limits, config: { errorPages, errorFormat }, handler });
  }
  if (shared) return;
  // This runs in onRequest, before the body is read.
  const refuse = async () => {
    const allow = allowed.join(', ');
    throw new AppError('method_not_allowed', `This path takes ${allow}.`, [], { allow });
  };
  const handler: Handler = async (_request, reply) => reply;
  const missing = methods.filter((method) => !mounted[method]);
  if (missing.length > 0)
    server.route({ method: missing, url, onRequest: before ? [before, refuse] : refuse, handler });
  const isOpen = Object.values(mounted).some((entry) => typeof entry === 'object' && entry.anyOrigin);
  if (isOpen) {
    const allow: Handler = async (_request, reply) => reply.code(204).send();
    server.route({ method: 'OPTIONS', url, onRequest: openToOrigins, handler: allow });
  }
  const refused = neverAllowed.filter((method) => !isOpen || method !== 'OPTIONS');
  server.route({ method: refused, url, onRequest: refuse, handler });
}
