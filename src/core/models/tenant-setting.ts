import type { Queryable } from '#db/database.ts';
import { type Context, queryable } from '../context.ts';

declare module '../context.ts' {
  interface Services {
    readonly storedSettings: SettingReader;
  }
}

/** A stored setting. Its secret is encrypted. */
export interface StoredSetting {
  readonly value: unknown;
  readonly secret: string | null;
}

/** Reads settings of tenants. The module that owns their table implements it. */
export interface SettingReader {
  /** An active setting of a tenant; undefined when there is none. */
  read(db: Queryable, tenantId: string, key: string): Promise<StoredSetting | undefined>;
}

/** A setting of the tenant, for use by the platform. Its secret must not get into answers. */
export interface TenantSetting {
  readonly value: unknown;
  readonly secret: string | undefined;
}

/** An active setting of the tenant; undefined when there is none. The caller needs no permission to read settings. */
export async function readTenantSetting(context: Context, key: string): Promise<TenantSetting | undefined> {
  const { services, caller } = context;
  const row = await services.storedSettings.read(queryable(context), caller.tenantId, key);
  if (!row) return undefined;
  return { value: row.value, secret: row.secret === null ? undefined : services.vault.decrypt(row.secret) };
}
