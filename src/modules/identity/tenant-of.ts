import type { Tenant } from '#core/access/directory.ts';
import type { Context } from '#core/context.ts';
import { subdomainOf } from '#lib/subdomain.ts';

/** The tenant that a request without a session is about: named by it, by the host it was sent to, or the default one. */
export function tenantOf({ services, origin }: Context, accountKey?: string): Promise<Tenant | undefined> {
  const { directory, publicHost, defaultAccountKey } = services;
  const named = origin && publicHost !== undefined ? subdomainOf(origin.hostname, publicHost) : undefined;
  return directory.tenantByKey(accountKey ?? named ?? defaultAccountKey);
}
