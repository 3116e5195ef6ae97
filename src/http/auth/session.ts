import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { Access } from '#core/access/access.ts';
import type { Caller } from '#core/access/caller.ts';
import type { Credential, KeyCredential } from '#core/access/directory.ts';
import type { ActionContext } from '#core/action.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { subdomainOf } from '#lib/subdomain.ts';

const sessionCookie = 'platform_access';

/** Nobody: belongs to no tenant and may do nothing. */
const anonymous: Caller = {
  tenantId: '0',
  accountKey: '',
  userId: null,
  email: null,
  roles: [],
  access: new Access([], { id: null, operator: false }),
};

/** What a request shows to say who asks, and whether its browser showed it by itself. */
interface Shown {
  readonly token: string;
  readonly byCookie: boolean;
}

/** By Bearer or by cookie. */
function shownBy({ headers: { authorization, cookie } }: FastifyRequest): Shown | undefined {
  if (authorization !== undefined) {
    const match = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization);
    if (!match) throw new AppError('unauthenticated', 'Authorization must be: Bearer <access token>.');
    return { token: match[1] as string, byCookie: false };
  }
  const token = cookie === undefined ? undefined : parseCookie(cookie)[sessionCookie];
  return token ? { token, byCookie: true } : undefined;
}

/** The header that signs a browser in, or out. */
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

/** Who asks. Throws when nobody does. Known callers are answered at once, without a promise: that is most requests. */
export function contextOf(request: FastifyRequest, services: Services): Context | Promise<Context> {
  const shown = shownBy(request);
  if (!shown) {
    throw new AppError(
      'unauthenticated',
      'Sign in first: POST /api/identity/auth/login, then send Authorization: Bearer <token>.',
    );
  }
  if (shown.byCookie && !isSafe(request.method)) requireSameSite(request, services);
  const credential = readKey(shown.token) ?? services.tokens.read(shown.token);
  const known = services.directory.known(credential, request);
  if (!known) return lookUp(request, services, credential);
  requireOwnHost(request, services, known.caller);
  countRequest(request, services, known.caller);
  return { services, ...known, requestId: request.id, origin: request };
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

/** Once for each request, however often it is asked who made it. */
function countRequest(request: FastifyRequest, { requestRates }: Services, caller: Caller): void {
  if (requestRates && !request.rateHeaders) request.rateHeaders = requestRates.enter(caller);
}

/** `ak_<tenant>_<id>_<secret>`: it says where it is looked up, and the rest is compared. */
function readKey(token: string): KeyCredential | undefined {
  if (!token.startsWith('ak_')) return undefined;
  const [, tenant, id] = /^ak_([0-9a-z]{1,12})_([0-9a-f]{32})_[\w-]{43}$/.exec(token) ?? [];
  if (tenant === undefined || id === undefined) throw new AppError('unauthenticated', 'This is not an API key.');
  const keyId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { tenantId: String(Number.parseInt(tenant, 36)), keyId, key: token };
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Browsers send the cookie by themselves, so a write that is signed in by it must come from our own pages. */
function requireSameSite({ headers, host }: FastifyRequest, { publicHost, publicUrl }: Services): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const ours = (from: URL) => {
    if (publicHost === undefined) return from.host === host;
    const { protocol, host: known } = new URL(publicUrl());
    return from.protocol === protocol && (from.host === known || from.host.endsWith(`.${known}`));
  };
  const sameOrigin = origin === undefined ? undefined : URL.canParse(origin) && ours(new URL(origin));
  const sameSite = site === undefined ? undefined : site === 'same-origin' || site === 'same-site';
  if ((sameOrigin ?? sameSite) && sameOrigin !== false && sameSite !== false) return;
  throw new AppError(
    'forbidden',
    'A write that is signed in by cookie must come from a page of this site (Origin or Sec-Fetch-Site say otherwise); send Authorization: Bearer <token> instead.',
    [{ code: 'foreign_origin', message: 'The request does not come from a page of this site.' }],
  );
}

/** The subdomain of a tenant takes only what belongs to that tenant. */
function requireOwnHost(request: FastifyRequest, { publicHost }: Services, { accountKey }: Caller): void {
  if (publicHost === undefined) return;
  const named = subdomainOf(request.hostname, publicHost);
  if (named === undefined || named === accountKey) return;
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
