import { inTenant, scoped } from '#db/params.ts';
import { type Context, queryable } from '../context.ts';

/** A setting of the tenant, as the platform uses it. Its secret is not for answers. */
export interface TenantSetting {
  readonly value: unknown;
  readonly secret: string | undefined;
}

/** An active setting of the tenant. The caller need not be allowed to read settings. Undefined when there is none. */
export async function readTenantSetting(context: Context, key: string): Promise<TenantSetting | undefined> {
  const [row] = await queryable(context).query<{ value: unknown; secret: string | null }>(
    `select s.value, s.secret from ${scoped(
      's',
      `select s.value, s.secret_value as secret from ui_settings s
       where ${inTenant('s')} and s.key_folded = $2::text and s.active is not false limit 1`,
    )}`,
    [context.caller.tenantId, key.toLowerCase()],
  );
  if (!row) return undefined;
  return { value: row.value, secret: row.secret === null ? undefined : context.services.vault.decrypt(row.secret) };
}
