import type { Queryable } from '#db/database.ts';
import { AppError } from '../errors.ts';

export interface Tenant {
  readonly id: string;
  readonly accountKey: string;
  readonly plan: string;
  readonly status: string;
  readonly settings: TenantSettings;
}

/** The settings that the administrators of a tenant change. */
export interface TenantSettings {
  /** True when anybody may register. New users get `registrationRole`. */
  readonly registrationOpen: boolean;
  readonly registrationRole: string;
}

const defaultSettings: TenantSettings = { registrationOpen: false, registrationRole: 'member' };

export async function readTenant(db: Queryable, accountKey: string): Promise<Tenant | undefined> {
  const [row] = await db.query<Tenant>(
    'select id, account_key as "accountKey", plan, status, settings from tenants where account_key = $1::text',
    [accountKey],
  );
  return row && { ...row, settings: { ...defaultSettings, ...row.settings } };
}

export async function readAccountKey(db: Queryable, tenantId: string): Promise<string | undefined> {
  const [row] = await db.query<{ key: string }>('select account_key as key from tenants where id = $1::bigint', [
    tenantId,
  ]);
  return row?.key;
}

export const accountSuspended = (): AppError =>
  new AppError('account_suspended', 'This account is suspended; ask the operator of the platform to reactivate it.');
