import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { Access } from '#core/access.ts';
import type { ActionContext } from '#core/action.ts';
import type { Caller, Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';

const sessionCookie = 'platform_access';

/** Nobody: belongs to no tenant and may do nothing. */
const anonymous: Caller = {
  tenantId: '0',
  accountKey: '',
  userId: null,
  email: null,
  roles: [],
  access: new Access([], { id: null, team: [], operator: false }),
};

/** The token of a request, by Bearer or by cookie. */
function tokenOf({ headers: { authorization, cookie } }: FastifyRequest): string | undefined {
  if (authorization !== undefined) {
    const match = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization);
    if (!match) throw new AppError('unauthenticated', 'Authorization must be: Bearer <access token>.');
    return match[1];
  }
  return cookie === undefined ? undefined : parseCookie(cookie)[sessionCookie];
}

/** The header that signs a browser in. */
export const sessionHeader = (token: string, lifetimeMs: number, secure: boolean): string =>
  stringifySetCookie({
    name: sessionCookie,
    value: token,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: Math.floor(lifetimeMs / 1000),
  });

/** Who asks. Throws when nobody does. Known callers are answered at once, without a promise: that is most requests. */
export function contextOf(request: FastifyRequest, services: Services): Context | Promise<Context> {
  const token = tokenOf(request);
  if (!token) {
    throw new AppError(
      'unauthenticated',
      'Sign in first: POST /api/identity/auth/login, then send Authorization: Bearer <token>.',
    );
  }
  const { tenantId, userId } = services.tokens.read(token);
  const known = services.directory.known(tenantId, userId);
  if (known) return { services, ...known, requestId: request.id };
  return lookUp(request, services, tenantId, userId);
}

async function lookUp({ id }: FastifyRequest, services: Services, tenantId: string, userId: string): Promise<Context> {
  const caller = await services.directory.caller(tenantId, userId);
  if (!caller) throw new AppError('unauthenticated', 'The user of this token is no longer active; sign in again.');
  return { services, caller, registry: await services.directory.registry(tenantId), requestId: id };
}

export const anonymousContext = (request: FastifyRequest, services: Services): ActionContext => ({
  services,
  caller: anonymous,
  registry: services.directory.base,
  requestId: request.id,
  host: request.hostname,
});
