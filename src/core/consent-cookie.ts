import { parseCookie, stringifySetCookie } from 'cookie';
import { type Static, type TSchema, Type } from 'typebox';
import { schemaCheck } from '#lib/schema-check.ts';
import { subdomainOf } from '#lib/subdomain.ts';
import type { Context } from './context.ts';

const lifetimeSeconds = 600;

interface ConsentCookie<Pending> {
  set(context: Context, pending: Pending): Promise<string>;
  clear(context: Context): string;
  /** Undefined when this browser began none, or too long ago. */
  read(context: Context): Pending | undefined;
}

/**
 * A consent at another system is kept in an encrypted cookie until the browser comes back, so only the browser that began can finish
 * it. The other system accepts a code once, so the cookie need not be one for a single use.
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
        // Forged, or encrypted with a key that is no longer used.
        return undefined;
      }
    },
  };
}

/** The other system sends the browser to the public host, also when the consent begins at a subdomain. */
function scopeOf({ services: { publicHost, publicUrl }, origin }: Context) {
  const atSubdomain = publicHost !== undefined && origin && subdomainOf(origin.hostname, publicHost) !== undefined;
  return { secure: publicUrl().startsWith('https:'), ...(atSubdomain && { domain: publicHost }) };
}
