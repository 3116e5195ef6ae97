import { parseCookie, stringifySetCookie } from 'cookie';
import type { Context } from '#core/context.ts';
import { subdomainOf } from '#lib/subdomain.ts';
import { lifetimeSeconds } from './pending-sign-ins.ts';

const cookieName = 'platform_oauth';
const cookiePath = '/api/identity/auth';

/**
 * The cookie that binds a sign-in to the browser that began it. The provider sends the browser back to the public host, so a
 * sign-in that begins at a subdomain needs a cookie for the public host.
 */
export function setBrowserCookie({ services: { publicHost, publicUrl }, origin }: Context, value: string): string {
  const atSubdomain = publicHost !== undefined && origin && subdomainOf(origin.hostname, publicHost) !== undefined;
  return stringifySetCookie({
    name: cookieName,
    value,
    path: cookiePath,
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl().startsWith('https:'),
    maxAge: lifetimeSeconds,
    ...(atSubdomain && { domain: publicHost }),
  });
}

export function readBrowserCookie({ origin }: Context): string | undefined {
  const cookie = origin?.headers.cookie;
  return typeof cookie === 'string' ? parseCookie(cookie)[cookieName] : undefined;
}
