import { systemCaller } from '#core/access/caller.ts';
import type { Tenant } from '#core/access/tenants.ts';
import { type Context, laneOf, type Services, type TransactionContext } from '#core/context.ts';
import type { Transaction } from '#db/database.ts';
import { inOtherTenant } from '../sql/tenants.ts';

type TenantName = Pick<Tenant, 'id' | 'accountKey'>;

/** The same request with the platform itself as the caller, in the given tenant. */
export const asPlatformIn = <C extends Context>(context: C, { id, accountKey }: TenantName): C => ({
  ...context,
  caller: systemCaller(id, accountKey),
});

/** A context of the platform itself, in a tenant other than the caller's. It has no origin. */
export const systemContext = (
  services: Services,
  tx: Transaction,
  requestId: string,
  { id, accountKey }: TenantName,
): TransactionContext => ({
  services,
  caller: systemCaller(id, accountKey),
  registry: services.directory.base,
  requestId,
  tx,
});

/**
 * Runs as the platform in a transaction of the tenant, for requests without a session, such as a sign-in. It joins an open
 * transaction (a dry run has one) and switches it to the tenant while `run` runs.
 */
export async function inPlatformTransaction<T>(
  context: Context,
  tenant: TenantName,
  run: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  const { tx } = context;
  const runIn = (transaction: Transaction) => run({ ...asPlatformIn(context, tenant), tx: transaction });
  if (!tx) return laneOf(context, tenant.id).transaction(tenant.id, runIn);
  return inOtherTenant(tx, tenant.id, () => runIn(tx));
}
