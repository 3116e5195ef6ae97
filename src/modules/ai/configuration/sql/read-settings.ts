import { type Context, queryable } from '#core/context.ts';
import { scoped } from '#db/params.ts';

export interface StoredSetting {
  /** In lower case. */
  readonly key: string;
  /** Encrypted; null when the setting has no secret. */
  readonly secret: string | null;
  readonly value: unknown;
}

/** The active ones of these settings. The caller need not be allowed to read settings: the secrets stay here. */
export const readSettings = (context: Context, keys: readonly string[]): Promise<StoredSetting[]> =>
  queryable(context).query<StoredSetting>(
    `select s.* from ${scoped(
      's',
      `select key_folded as key, secret_value as secret, value from ui_settings
       where tenant_id = $1::bigint and key_folded = any($2::text[]) and active is not false`,
    )}`,
    [context.caller.tenantId, keys.map((key) => key.toLowerCase())],
  );
