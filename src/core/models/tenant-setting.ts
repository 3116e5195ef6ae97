import type { Queryable } from '#db/database.ts';
import { type Context, queryable } from '../context.ts';

declare module '../context.ts' {
  interface Services {
    readonly storedSettings: SettingReader;
  }
}

/** A setting as it is stored; its secret is encrypted. */
export interface StoredSetting {
  readonly value: unknown;
  readonly secret: string | null;
}

/** Reads settings of tenants. The module that has their table provides it. */
export interface SettingReader {
  /** An active setting of a tenant; undefined when there is none. */
  read(db: Queryable, tenantId: string, key: string): Promise<StoredSetting | undefined>;
}

/** A setting of the tenant, as the platform uses it. Its secret is not for answers. */
export interface TenantSetting {
  readonly value: unknown;
  readonly secret: string | undefined;
}

/** An active setting of the tenant. The caller need not be allowed to read settings. Undefined when there is none. */
export async function readTenantSetting(context: Context, key: string): Promise<TenantSetting | undefined> {
  const { services, caller } = context;
  const row = await services.storedSettings.read(queryable(context), caller.tenantId, key);
  if (!row) return undefined;
  return { value: row.value, secret: row.secret === null ? undefined : services.vault.decrypt(row.secret) };
}
