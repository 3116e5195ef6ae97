import type { FastifyRequest } from 'fastify';
import { Access } from '#core/access.ts';
import type { ActionContext } from '#core/action.ts';
import type { Caller, Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';

export const sessionCookie = 'platform_access';

/** Nobody: belongs to no tenant and may do nothing. */
const anonymous: Caller = {
  tenantId: '0',
  accountKey: '',
  userId: null,
  email: null,
  roles: [],
  access: new Access([], { id: null, team: [], operator: false }),
};

function tokenOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const match = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization);
    if (!match) throw new AppError('unauthenticated', 'Authorization must be: Bearer <access token>.');
    return match[1];
  }
  return request.cookies[sessionCookie];
}

/** Who asks, by Bearer token or by cookie. Throws when nobody does. */
export async function contextOf(request: FastifyRequest, services: Services): Promise<Context> {
  const token = tokenOf(request);
  if (!token) {
    throw new AppError(
      'unauthenticated',
      'Sign in first: POST /api/identity/auth/login, then send Authorization: Bearer <token>.',
    );
  }
  const { tenantId, userId } = services.tokens.read(token);
  const caller = await services.directory.caller(tenantId, userId);
  if (!caller) throw new AppError('unauthenticated', 'The user of this token is no longer active; sign in again.');
  const registry = await services.directory.registry(tenantId);
  return { services, caller, registry, requestId: request.id };
}

export const anonymousContext = (request: FastifyRequest, services: Services): ActionContext => ({
  services,
  caller: anonymous,
  registry: services.directory.base,
  requestId: request.id,
  host: request.hostname,
});
