import { systemCaller } from '#core/access/caller.ts';
import type { Tenant } from '#core/access/directory.ts';
import { type Context, laneOf, type TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { Transaction } from '#db/database.ts';
import { inOtherTenant } from '../sql/tenants.ts';

type TenantName = Pick<Tenant, 'id' | 'accountKey'>;

/** The same call, made by the platform itself in a tenant. */
export const asPlatform = <C extends Context>(context: C, { id, accountKey }: TenantName): C => ({
  ...context,
  caller: systemCaller(id, accountKey),
});

/**
 * Runs as the platform itself in a transaction of the tenant: what signing in needs, before anybody is signed in. A
 * transaction under way (a dry run has one) is joined, and belongs to the tenant for as long as this takes.
 */
export async function inTenantOf<T>(
  context: Context,
  tenant: TenantName,
  run: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  const { tx } = context;
  const work = (within: Transaction) => run({ ...asPlatform(context, tenant), tx: within });
  if (!tx) return laneOf(context, tenant.id).transaction(tenant.id, work);
  return inOtherTenant(tx, tenant.id, () => work(tx));
}

export function usersModel({ registry }: Context): Model {
  const model = registry.find('identity', 'users');
  if (!model) throw new Error('identity.users is missing');
  return model;
}

/** Makes a user on behalf of the platform. */
export const createUser = async (context: Context, record: Readonly<Record<string, JsonValue>>): Promise<string> =>
  (await invoke(context, operations.create, usersModel(context), { record })).id;

/** Changes a user on behalf of the platform, with the event of every change of a record. */
export const changeUser = (context: Context, id: string, record: Readonly<Record<string, JsonValue>>) =>
  invoke(
    asPlatform(context, { id: context.caller.tenantId, accountKey: context.caller.accountKey }),
    operations.update,
    usersModel(context),
    {
      id,
      record,
    },
  );

/** Ends sessions of a user, all of them or all but one. Every node hears of it when the transaction commits. */
export async function endSessions(
  { tx, caller, services }: TransactionContext,
  userId: string,
  but?: string,
): Promise<number> {
  const rows = await tx.query(
    `update sessions set revoked_at = now()
     where tenant_id = $1::bigint and user_id = $2::uuid and revoked_at is null and id is distinct from $3::uuid
     returning 1`,
    [caller.tenantId, userId, but ?? null],
  );
  // This node does not answer from memory even once more.
  tx.afterCommit(() => services.directory.forgetUser(caller.tenantId, userId));
  return rows.length;
}
