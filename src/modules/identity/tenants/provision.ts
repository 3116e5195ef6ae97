import { systemCaller } from '#core/access/caller.ts';
import type { Context, Services, TransactionContext } from '#core/context.ts';
import { AppError, validationFailed } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { Transaction } from '#db/database.ts';
import { adminRole, defaultRoles } from '../rules/default-roles.ts';
import { knowingHash } from '../sign-in/hash-first.ts';
import { requireGoodPassword } from '../sign-in/set-password.ts';
import { inOtherTenant, insertTenant } from '../sql/tenants.ts';
import { defaultStatuses, isStatusModel } from './default-statuses.ts';

export interface NewTenant {
  readonly accountKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly plan: string;
}

/** A new tenant whose password is checked and hashed. */
interface PreparedTenant extends NewTenant {
  readonly passwordHash: string;
}

export interface ProvisionedTenant {
  readonly accountKey: string;
  readonly plan: string;
  readonly status: string;
  readonly createdAt: string;
  readonly admin: { readonly id: string; readonly email: string };
}

export const accountKeyPattern = '^[a-z0-9-]{3,40}$';

/** Hashing takes a quarter of a second; done first, no transaction is open meanwhile that others would wait for. */
export async function prepareTenant(services: Services, tenant: NewTenant): Promise<PreparedTenant> {
  const { adminEmail: email, adminPassword, accountKey } = tenant;
  await asTheRequestSays(requireGoodPassword(adminPassword, { email, name: null, accountKey }));
  return { ...tenant, passwordHash: await services.passwords.hash(adminPassword) };
}

/** A tenant with its default roles, its statuses and its first admin: all of it or nothing. */
export async function provisionTenant(
  services: Services,
  tx: Transaction,
  requestId: string,
  tenant: NewTenant | PreparedTenant,
): Promise<ProvisionedTenant> {
  const prepared = 'passwordHash' in tenant ? tenant : await prepareTenant(services, tenant);
  const { accountKey, adminEmail, plan } = prepared;
  const made = await insertTenant(tx, accountKey, plan);
  if (!made) {
    const message = `The accountKey ${accountKey} is taken; choose another.`;
    throw new AppError('conflict', message, [{ field: 'accountKey', code: 'taken', message }]);
  }
  const knowing = knowingHash(services, prepared.adminPassword, prepared.passwordHash);
  const context = systemContext(knowing, tx, requestId, { id: made.id, accountKey });
  const adminId = await inOtherTenant(tx, made.id, () => fill(context, adminEmail, prepared.adminPassword));
  return {
    accountKey,
    plan,
    status: 'active',
    createdAt: made.createdAt.toISOString(),
    admin: { id: adminId, email: adminEmail },
  };
}

/** The platform itself at work in a tenant that is not the caller's. */
export const systemContext = (
  services: Services,
  tx: Transaction,
  requestId: string,
  { id, accountKey }: { readonly id: string; readonly accountKey: string },
): TransactionContext => ({
  services,
  caller: systemCaller(id, accountKey),
  registry: services.directory.base,
  requestId,
  tx,
});

/** Makes what a tenant begins with, and returns the id of its admin. */
async function fill(context: Context, email: string, password: string): Promise<string> {
  const { registry } = context;
  const roles = modelOf(context, 'roles');
  await together(defaultRoles.map((role) => createRecord(context, roles, role)));
  const admin = createRecord(context, modelOf(context, 'users'), {
    email,
    password,
    roles: [adminRole],
    emailVerified: true,
    emailVerifiedAt: new Date().toISOString(),
  });
  const adminId = await asTheRequestSays(admin);
  const statuses = registry.models
    .filter(isStatusModel)
    .flatMap((model) => defaultStatuses(model).map((status) => createRecord(context, model, status)));
  await together(statuses);
  return adminId;
}

/**
 * Waits for statements that travel together, so that dozens of records take one round trip. All of them have ended when an
 * error is told: none outlives the transaction.
 */
async function together(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

function modelOf({ registry }: Context, slug: string): Model {
  const model = registry.find('identity', slug);
  if (!model) throw new Error(`identity.${slug} is missing`);
  return model;
}

const createRecord = async (
  context: Context,
  model: Model,
  record: Readonly<Record<string, JsonValue>>,
): Promise<string> => (await invoke(context, operations.create, model, { record })).id;

const names: Readonly<Record<string, string>> = { email: 'adminEmail', password: 'adminPassword' };

/** The fields of the user have other names in the request, and problems are told under those. */
async function asTheRequestSays<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    const renamed = error.details.map((detail) => {
      const name = names[detail.field ?? ''];
      return name === undefined ? detail : { ...detail, field: name, message: detail.message.replace(/^\w+/, name) };
    });
    throw validationFailed(renamed);
  }
}
