import { systemCaller } from '#core/access/caller.ts';
import type { Context, Services } from '#core/context.ts';
import { newId } from '#lib/ids.ts';

export interface TenantName {
  readonly tenantId: string;
  readonly accountKey: string;
}

/** The platform at work in a tenant, besides requests. */
export async function tenantContext(services: Services, { tenantId, accountKey }: TenantName): Promise<Context> {
  const registry = await services.directory.registry(tenantId);
  return { services, caller: systemCaller(tenantId, accountKey), registry, requestId: newId() };
}
