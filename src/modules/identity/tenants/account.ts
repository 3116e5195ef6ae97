import { Type } from 'typebox';
import type { TenantSettings } from '#core/access/tenants.ts';
import { readCompanySettings } from '#core/company/company.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { type AppError, notFound } from '#core/errors.ts';
import type { OtherEvents } from '#core/models/registry.ts';
import { localizationFields } from '../company/company-answer.ts';
import { countRecords, type TenantRow } from '../sql/tenants.ts';

export const accountPath = '/api/identity/account';

/** The model of events about the tenant itself. */
export const accountModel = 'identity.account';

export const accountEvents: OtherEvents = { name: accountModel, scope: 'identity:read' };

export const accountAnswer = Type.Object({
  accountKey: Type.String(),
  plan: Type.String(),
  status: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  settings: Type.Object({
    registrationOpen: Type.Boolean({ description: 'Anybody may register.' }),
    registrationRole: Type.String({ description: 'The role of those who do.' }),
    ...localizationFields,
  }),
  counts: Type.Object({
    users: Type.Integer(),
    records: Type.Integer({ description: 'Of all models together.' }),
  }),
});

export const accountMissing = ({ caller }: Context): AppError => notFound(`The account ${caller.accountKey}`);

/** The settings in the cache of the directory, with defaults for those that are not stored. */
export async function cachedSettings(context: Context): Promise<TenantSettings> {
  const tenant = await context.services.directory.tenantByKey(context.caller.accountKey);
  if (!tenant) throw accountMissing(context);
  return tenant.settings;
}

/** Stored values override the cached ones. A setting is never removed, so a stale cache can only supply defaults. */
export function settingsOf({ settings }: TenantRow, cached: TenantSettings): TenantSettings {
  const { registrationOpen, registrationRole } = { ...cached, ...settings };
  return { registrationOpen, registrationRole };
}

export async function viewAccount(
  { services, tx, registry, caller }: TransactionContext,
  tenant: TenantRow,
  cached: TenantSettings,
) {
  const { accountKey, plan, status, createdAt } = tenant;
  const { currency, language, timeZone, firstDayOfWeek } = await readCompanySettings(
    services.storedSettings,
    tx,
    caller.tenantId,
  );
  return {
    accountKey,
    plan,
    status,
    createdAt: createdAt.toISOString(),
    settings: { ...settingsOf(tenant, cached), currency, language, timeZone, firstDayOfWeek },
    counts: await countRecords(tx, registry, caller.tenantId),
  };
}
