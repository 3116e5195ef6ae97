import type { Tenant } from '#core/access/tenants.ts';
import type { Context } from '#core/context.ts';
import { subdomainOf } from '#lib/subdomain.ts';

/** The tenant of a request without a session: the given key, else the subdomain of its host, else the default tenant. */
export function tenantOfRequest({ services, origin }: Context, accountKey?: string): Promise<Tenant | undefined> {
  const { directory, publicHost, defaultAccountKey } = services;
  const subdomain = origin && publicHost !== undefined ? subdomainOf(origin.hostname, publicHost) : undefined;
  return directory.tenantByKey(accountKey ?? subdomain ?? defaultAccountKey);
}
