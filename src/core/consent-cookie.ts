import { parseCookie, stringifySetCookie } from 'cookie';
import { type Static, type TSchema, Type } from 'typebox';
import { schemaCheck } from '#lib/schema-check.ts';
import { subdomainOf } from '#lib/subdomain.ts';
import type { Context } from './context.ts';

const lifetimeSeconds = 600;

interface ConsentCookie<Pending> {
  set(context: Context, pending: Pending): Promise<string>;
  clear(context: Context): string;
  /** Undefined when this browser has started no consent, or too long ago. */
  read(context: Context): Pending | undefined;
}

/**
 * Stores a consent that is pending at another system in an encrypted cookie, so only the browser that started it can
 * finish it. The other system accepts a code once, so the cookie need not be single-use.
 */
export function consentCookie<Schema extends TSchema>(
  name: string,
  path: string,
  schema: Schema,
): ConsentCookie<Static<Schema>> {
  const errorsIn = schemaCheck(Type.Object({ pending: schema, expiresAtMs: Type.Number() }));
  const write = (context: Context, value: string, maxAge = lifetimeSeconds) =>
    stringifySetCookie({ name, value, path, httpOnly: true, sameSite: 'lax', maxAge, ...scopeOf(context) });
  return {
    async set(context, pending) {
      const expiresAtMs = Date.now() + lifetimeSeconds * 1000;
      return write(context, await context.services.vault.encrypt(JSON.stringify({ pending, expiresAtMs })));
    },
    clear: (context) => write(context, '', 0),
    read({ services: { vault }, origin }) {
      const header = origin?.headers.cookie;
      const sealed = typeof header === 'string' ? parseCookie(header)[name] : undefined;
      if (sealed === undefined || sealed === '') return undefined;
      try {
        const kept: unknown = JSON.parse(vault.decrypt(sealed));
        if (errorsIn(kept).length > 0) return undefined;
        const { pending, expiresAtMs } = kept as { pending: Static<Schema>; expiresAtMs: number };
        return expiresAtMs > Date.now() ? pending : undefined;
      } catch {
        // The cookie is forged, or was encrypted with a key that is no longer configured.
        return undefined;
      }
    },
  };
}

/**
 * The scope of the cookie. The other system sends the browser to the public host, even when the consent starts at a
 * subdomain.
 */
function scopeOf({ services: { publicHost, publicUrl }, origin }: Context) {
  const atSubdomain = publicHost !== undefined && origin && subdomainOf(origin.hostname, publicHost) !== undefined;
  return { secure: publicUrl().startsWith('https:'), ...(atSubdomain && { domain: publicHost }) };
}
