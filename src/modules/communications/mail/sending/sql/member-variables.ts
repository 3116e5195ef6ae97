import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** Returns the names for which at least one subscribed member of the lists has a value. */
export async function memberVariables(
  db: Queryable,
  tenantId: string,
  emailListIds: readonly string[],
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `select n.name from ${scoped(
      'n',
      `select n.name from unnest($3::text[]) n(name) where exists (
         select from communications_email_list_members m
         where ${inTenant('m')} and m.email_list_id = any($2::uuid[]) and m.status = 'subscribed'
           and m.variables -> n.name is not null and m.variables -> n.name <> 'null'::jsonb)`,
    )}`,
    [tenantId, emailListIds, names],
  );
  return new Set(rows.map(({ name }) => name));
}
