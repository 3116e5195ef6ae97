import type { Context, Services } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { systemCaller } from '#core/system.ts';
import type { Transaction } from '#db/database.ts';
import { defaultRoles } from './roles.ts';

export interface NewTenant {
  readonly accountKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly plan: string;
}

export interface ProvisionedTenant {
  readonly accountKey: string;
  readonly plan: string;
  readonly status: string;
  readonly createdAt: string;
  readonly admin: { readonly id: string; readonly email: string };
}

export const accountKeyPattern = '^[a-z0-9-]{3,40}$';

/** A tenant with its default roles and its first admin: all of it or nothing. */
export async function provisionTenant(
  services: Services,
  tx: Transaction,
  requestId: string,
  tenant: NewTenant,
): Promise<ProvisionedTenant> {
  const [made] = await tx.query<{ id: string; created_at: Date }>(
    `insert into tenants (account_key, plan) values ($1::text, $2::text)
     on conflict (account_key) do nothing returning id, created_at`,
    [tenant.accountKey, tenant.plan],
  );
  if (!made) {
    const message = `The accountKey ${tenant.accountKey} is taken; choose another.`;
    throw new AppError('conflict', message, [{ field: 'accountKey', code: 'taken', message }]);
  }
  const [scope] = await tx.query<{ before: string }>(
    `select coalesce(current_setting('app.tenant', true), '') as before`,
  );
  await setTenant(tx, made.id);
  const context = systemContext(services, tx, requestId, made.id, tenant.accountKey);
  for (const role of defaultRoles) await createRecord(context, 'roles', role);
  const admin = await createAdmin(context, tenant);
  await setTenant(tx, scope?.before ?? '');
  return {
    accountKey: tenant.accountKey,
    plan: tenant.plan,
    status: 'active',
    createdAt: made.created_at.toISOString(),
    admin: { id: admin, email: tenant.adminEmail },
  };
}

const setTenant = (tx: Transaction, tenantId: string) =>
  tx.query(`select set_config('app.tenant', $1::text, true)`, [tenantId]);

function systemContext(
  services: Services,
  tx: Transaction,
  requestId: string,
  tenantId: string,
  accountKey: string,
): Context {
  const caller = systemCaller(tenantId, accountKey);
  return { services, caller, registry: services.directory.base, requestId, tx };
}

async function createRecord(
  context: Context,
  slug: string,
  record: Readonly<Record<string, JsonValue>>,
): Promise<string> {
  const model = context.registry.find('identity', slug);
  if (!model) throw new Error(`identity.${slug} is missing`);
  return (await invoke(context, operations.create, model, { record })).id;
}

async function createAdmin(context: Context, { adminEmail, adminPassword }: NewTenant): Promise<string> {
  try {
    return await createRecord(context, 'users', {
      email: adminEmail,
      password: adminPassword,
      roles: ['admin'],
      emailVerified: true,
      emailVerifiedAt: new Date().toISOString(),
    });
  } catch (error) {
    // The fields of the user have other names in the request.
    const detail = error instanceof AppError ? error.details[0] : undefined;
    const field = detail?.field === 'email' ? 'adminEmail' : detail?.field === 'password' ? 'adminPassword' : undefined;
    if (!detail || !field) throw error;
    throw invalid(field, detail.code, detail.message.replace(/^\w+ /, '').replace(/\.$/, ''));
  }
}
