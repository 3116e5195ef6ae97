import { systemCaller } from '#core/access/caller.ts';
import type { Context, Services } from '#core/context.ts';
import { newId } from '#lib/ids.ts';

/** The platform at work in a tenant, besides requests. */
export async function tenantContext(services: Services, tenantId: string, accountKey: string): Promise<Context> {
  const registry = await services.directory.registry(tenantId);
  return { services, caller: systemCaller(tenantId, accountKey), registry, requestId: newId() };
}
