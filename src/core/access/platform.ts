import { newId } from '#lib/ids.ts';
import type { Context, Services } from '../context.ts';
import { Access } from './access.ts';
import { systemCaller } from './caller.ts';

/** The same call with the platform itself as the caller, and so as the author of what the call writes. */
export const asPlatform = <C extends Context>(context: C): C => ({
  ...context,
  caller: systemCaller(context.caller.tenantId, context.caller.accountKey),
});

/** The same call with all permissions. The caller remains the author of what the call writes. */
export const withAllAccess = <C extends Context>(context: C): C => ({
  ...context,
  caller: { ...context.caller, access: Access.system },
});

export interface TenantName {
  readonly tenantId: string;
  readonly accountKey: string;
}

/** A context of the platform in a tenant, outside of any request. */
export async function tenantContext(services: Services, { tenantId, accountKey }: TenantName): Promise<Context> {
  const registry = await services.directory.registry(tenantId);
  return { services, caller: systemCaller(tenantId, accountKey), registry, requestId: newId() };
}
