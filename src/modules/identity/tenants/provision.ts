import type { Context, Services, TransactionContext } from '#core/context.ts';
import { AppError, validationFailed } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { Transaction } from '#db/database.ts';
import { settleAll } from '#lib/settle-all.ts';
import { adminRole, defaultRoles } from '../roles/default-roles.ts';
import { withCachedHash } from '../sign-in/hash-password-first.ts';
import { requireGoodPassword } from '../sign-in/set-password.ts';
import { inOtherTenant, insertTenant } from '../sql/tenants.ts';
import { systemContext } from '../tenant-context/platform-context.ts';
import { createScreens } from './create-screens.ts';
import { defaultDuplicateRules, duplicateRulesModel } from './default-duplicate-rules.ts';
import { createStandardRecords } from './standard-records.ts';

interface NewTenant {
  readonly accountKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly plan: string;
}

/** A new tenant whose password is checked and hashed. */
interface PreparedTenant extends NewTenant {
  readonly passwordHash: string;
}

interface ProvisionedTenant {
  readonly accountKey: string;
  readonly plan: string;
  readonly status: string;
  readonly createdAt: string;
  readonly admin: { readonly id: string; readonly email: string };
}

export const accountKeyPattern = '^[a-z0-9-]{3,40}$';

/** Hashing takes a quarter of a second, so it runs before the transaction, which makes others wait. */
export async function prepareTenant(services: Services, tenant: NewTenant): Promise<PreparedTenant> {
  const { adminEmail: email, adminPassword, accountKey } = tenant;
  await withRequestFieldNames(requireGoodPassword(adminPassword, { email, name: null, accountKey }));
  return { ...tenant, passwordHash: await services.passwords.hash(adminPassword) };
}

/** Creates a tenant with its default roles, statuses, duplicate rules, screens and its first admin, in the caller's transaction. */
export async function provisionTenant(
  services: Services,
  tx: Transaction,
  requestId: string,
  tenant: NewTenant | PreparedTenant,
): Promise<ProvisionedTenant> {
  const prepared = 'passwordHash' in tenant ? tenant : await prepareTenant(services, tenant);
  const { accountKey, adminEmail, plan } = prepared;
  const created = await insertTenant(tx, accountKey, plan);
  if (!created) {
    const message = `The accountKey ${accountKey} is taken; choose another.`;
    throw new AppError('conflict', message, [{ field: 'accountKey', code: 'taken', message }]);
  }
  const cached = withCachedHash(services, prepared.adminPassword, prepared.passwordHash);
  const context = systemContext(cached, tx, requestId, { id: created.id, accountKey });
  const adminId = await inOtherTenant(tx, created.id, () =>
    createDefaults(context, adminEmail, prepared.adminPassword),
  );
  return {
    accountKey,
    plan,
    status: 'active',
    createdAt: created.createdAt.toISOString(),
    admin: { id: adminId, email: adminEmail },
  };
}

/** Creates the default roles, statuses, duplicate rules, screens and the admin of a new tenant, and returns the id of the admin. */
async function createDefaults(context: TransactionContext, email: string, password: string): Promise<string> {
  const roles = modelOf(context, 'roles');
  await settleAll(defaultRoles.map((role) => createRecord(context, roles, role)));
  const admin = createRecord(context, modelOf(context, 'users'), {
    email,
    password,
    roles: [adminRole],
    emailVerified: true,
    emailVerifiedAt: new Date().toISOString(),
  });
  const adminId = await withRequestFieldNames(admin);
  await createStandardRecords(context);
  const rules = context.registry.named(duplicateRulesModel);
  if (rules) await settleAll(defaultDuplicateRules.map((rule) => createRecord(context, rules, rule)));
  await createScreens(context);
  return adminId;
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

const requestNames: Readonly<Record<string, string>> = { email: 'adminEmail', password: 'adminPassword' };

/** Renames user fields in validation errors to their names in the request. */
async function withRequestFieldNames<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    const renamed = error.details.map((detail) => {
      const name = requestNames[detail.field ?? ''];
      return name === undefined ? detail : { ...detail, field: name, message: detail.message.replace(/^\w+/, name) };
    });
    throw validationFailed(renamed);
  }
}
