import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The value of an active setting of the tenant. Undefined when it has none. */
export async function readSetting(db: Queryable, tenantId: string, key: string): Promise<unknown> {
  const [row] = await db.query<{ value: unknown }>(
    `select s.value from ${scoped(
      's',
      `select s.value from ui_settings s where ${inTenant('s')} and s.key_folded = $2::text and s.active is not false limit 1`,
    )}`,
    [tenantId, key.toLowerCase()],
  );
  return row?.value ?? undefined;
}
