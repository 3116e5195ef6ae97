import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export async function missingRoles(db: Queryable, tenantId: string, names: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select wanted.name from ${scoped(
      'wanted',
      `select asked.name from unnest($2::text[]) as asked(name)
      where not exists (select 1 from identity_roles r where ${inTenant('r')} and r.name = asked.name)`,
    )}`,
    [tenantId, names],
  );
  return rows.map((row) => row.name);
}
