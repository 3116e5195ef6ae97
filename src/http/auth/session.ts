import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { Access } from '#core/access/access.ts';
import type { Caller } from '#core/access/caller.ts';
import type { Credential, KeyCredential } from '#core/access/credentials.ts';
import type { ActionContext } from '#core/action.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { signInPath } from '#core/platform-names.ts';
import { subdomainOf } from '#lib/subdomain.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The rate limit headers of the caller; null without API_RATE_LIMIT. */
    rateHeaders: Record<string, string> | null;
  }
}

const sessionCookie = 'platform_access';

/** The caller of requests without a session. It belongs to no tenant and has no permission. */
const anonymous: Caller = {
  tenantId: '0',
  accountKey: '',
  userId: null,
  email: null,
  roles: [],
  access: new Access([], { id: null, operator: false }),
};

/**
 * The token of a request. Browsers send cookies with requests from any site, so writes with a cookie need an origin
 * check.
 */
interface PresentedToken {
  readonly token: string;
  readonly byCookie: boolean;
}

function presentedToken({ headers: { authorization, cookie } }: FastifyRequest): PresentedToken | undefined {
  if (authorization !== undefined) {
    const match = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization);
    if (!match) throw new AppError('unauthenticated', 'Authorization must be: Bearer <access token>.');
    return { token: match[1] as string, byCookie: false };
  }
  const token = cookie === undefined ? undefined : parseCookie(cookie)[sessionCookie];
  return token ? { token, byCookie: true } : undefined;
}

/** The Set-Cookie header that signs a browser in, or out when `token` is null. */
export const sessionHeader = (token: string | null, lifetimeMs: number, secure: boolean): string =>
  stringifySetCookie({
    name: sessionCookie,
    value: token ?? '',
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: token === null ? 0 : Math.floor(lifetimeMs / 1000),
  });

/** The context of a request's caller; throws without one. Most callers are cached and returned without a promise. */
export function contextOf(request: FastifyRequest, services: Services): Context | Promise<Context> {
  const presented = presentedToken(request);
  if (!presented) {
    throw new AppError(
      'unauthenticated',
      `Sign in first: POST ${signInPath}, then send Authorization: Bearer <token>.`,
    );
  }
  if (presented.byCookie && !isSafe(request.method)) requireSameSite(request, services);
  const credential = readKey(presented.token) ?? services.tokens.read(presented.token);
  const cached = services.directory.cached(credential, request);
  if (!cached) return lookUp(request, services, credential);
  requireOwnHost(request, services, cached.caller);
  countRequest(request, services, cached.caller);
  return { services, ...cached, requestId: request.id, origin: request };
}

async function lookUp(request: FastifyRequest, services: Services, credential: Credential): Promise<Context> {
  const caller = await services.directory.caller(credential, request);
  if (!caller) {
    throw new AppError(
      'unauthenticated',
      'keyId' in credential
        ? 'This API key is not valid: it was deleted, has expired, or its owner is no longer active.'
        : 'This session has ended; sign in again.',
    );
  }
  requireOwnHost(request, services, caller);
  countRequest(request, services, caller);
  const registry = await services.directory.registry(credential.tenantId);
  return { services, caller, registry, requestId: request.id, origin: request };
}

/** Counts a request once, even if its caller is read several times. */
function countRequest(request: FastifyRequest, { requestRates }: Services, caller: Caller): void {
  if (requestRates && !request.rateHeaders) request.rateHeaders = requestRates.enter(caller);
}

/** Parses `ak_<tenant>_<id>_<secret>`. Tenant and id find the row, and the secret is compared with it. */
function readKey(token: string): KeyCredential | undefined {
  if (!token.startsWith('ak_')) return undefined;
  const [, tenant, id] = /^ak_([0-9a-z]{1,12})_([0-9a-f]{32})_[\w-]{43}$/.exec(token) ?? [];
  if (tenant === undefined || id === undefined) throw new AppError('unauthenticated', 'This is not an API key.');
  const keyId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { tenantId: String(Number.parseInt(tenant, 36)), keyId, key: token };
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Browsers send the cookie with requests from any site, so a write with the cookie must come from our own pages. */
function requireSameSite({ headers, host }: FastifyRequest, { publicHost, publicUrl }: Services): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isOurs = (from: URL) => {
    if (publicHost === undefined) return from.host === host;
    const { protocol, host: ownHost } = new URL(publicUrl());
    return from.protocol === protocol && (from.host === ownHost || from.host.endsWith(`.${ownHost}`));
  };
  const sameOrigin = origin === undefined ? undefined : URL.canParse(origin) && isOurs(new URL(origin));
  const sameSite = site === undefined ? undefined : site === 'same-origin' || site === 'same-site';
  if ((sameOrigin ?? sameSite) && sameOrigin !== false && sameSite !== false) return;
  throw new AppError(
    'forbidden',
    'A write that is signed in by cookie must come from a page of this site (Origin or Sec-Fetch-Site say otherwise); send Authorization: Bearer <token> instead.',
    [{ code: 'foreign_origin', message: 'The request does not come from a page of this site.' }],
  );
}

/** The subdomain of a tenant accepts only tokens of that tenant. */
function requireOwnHost(request: FastifyRequest, { publicHost }: Services, { accountKey }: Caller): void {
  if (publicHost === undefined) return;
  const subdomain = subdomainOf(request.hostname, publicHost);
  if (subdomain === undefined || subdomain === accountKey) return;
  throw new AppError('unauthenticated', 'This token belongs to another account than the one this address names.');
}

export function anonymousContext(request: FastifyRequest, services: Services): ActionContext {
  return {
    services,
    caller: anonymous,
    registry: services.directory.base,
    requestId: request.id,
    origin: request,
    session: async () => contextOf(request, services),
  };
}
