import { parseCookie, stringifySetCookie } from 'cookie';
import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { schemaCheck } from '#lib/schema-check.ts';
import { subdomainOf } from '#lib/subdomain.ts';
import { connectionsRoute } from './connection-input.ts';

const cookieName = 'platform_mailbox';
const lifetimeSeconds = 600;

const pendingConsent = Type.Object({
  tenantId: Type.String(),
  userId: Type.String(),
  provider: Type.Union([Type.Literal('google'), Type.Literal('microsoft')]),
  /** The connection that is connected again; null for a new one. */
  connectionId: Type.Union([Type.String(), Type.Null()]),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  returnTo: Type.Union([Type.String(), Type.Null()]),
  expiresAtMs: Type.Number(),
});
export type PendingConsent = Type.Static<typeof pendingConsent>;

const errorsIn = schemaCheck(pendingConsent);

/**
 * A consent is kept in an encrypted cookie until the browser comes back, so only the browser that began can finish it. The
 * provider accepts a code once, so the cookie need not be one for a single use.
 */
export async function setConsentCookie(
  context: Context,
  pending: Omit<PendingConsent, 'expiresAtMs'>,
): Promise<string> {
  const expiresAtMs = Date.now() + lifetimeSeconds * 1000;
  return cookie(context, await context.services.vault.encrypt(JSON.stringify({ ...pending, expiresAtMs })));
}

export const clearConsentCookie = (context: Context): string => cookie(context, '', 0);

/** Undefined when this browser began none, or too long ago. */
export function readConsentCookie({ services: { vault }, origin }: Context): PendingConsent | undefined {
  const header = origin?.headers.cookie;
  const sealed = typeof header === 'string' ? parseCookie(header)[cookieName] : undefined;
  if (sealed === undefined || sealed === '') return undefined;
  try {
    const pending: unknown = JSON.parse(vault.decrypt(sealed));
    if (errorsIn(pending).length > 0) return undefined;
    const consent = pending as PendingConsent;
    return consent.expiresAtMs > Date.now() ? consent : undefined;
  } catch {
    // Forged, or encrypted with a key that is no longer used.
    return undefined;
  }
}

/** The provider sends the browser to the public host, also when the consent begins at a subdomain. */
function cookie({ services: { publicHost, publicUrl }, origin }: Context, value: string, maxAge = lifetimeSeconds) {
  const atSubdomain = publicHost !== undefined && origin && subdomainOf(origin.hostname, publicHost) !== undefined;
  return stringifySetCookie({
    name: cookieName,
    value,
    path: connectionsRoute,
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl().startsWith('https:'),
    maxAge,
    ...(atSubdomain && { domain: publicHost }),
  });
}
