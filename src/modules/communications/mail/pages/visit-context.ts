import { systemCaller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';
import type { Visit } from '#core/page.ts';

/** The context for a page in the tenant of its token. Undefined when the tenant no longer exists. */
export async function contextOfVisit(
  { services, requestId, origin }: Visit,
  tenantId: string,
): Promise<Context | undefined> {
  const { directory } = services;
  const tenant = await directory.tenantById(tenantId);
  if (!tenant) return undefined;
  const registry = await directory.registry(tenantId);
  return { services, caller: systemCaller(tenantId, tenant.accountKey), registry, requestId, origin };
}
