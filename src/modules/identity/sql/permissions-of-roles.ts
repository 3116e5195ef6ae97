import type { Writing } from '#core/context.ts';

/** What some roles permit, all together. */
export async function permissionsOfRoles({ tx, caller }: Writing, names: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ permission: string }>(
    `select distinct p.permission from identity_roles r, unnest(r.permissions) p(permission)
     where r.tenant_id = $1::bigint and r.name = any($2::text[])`,
    [caller.tenantId, names],
  );
  return rows.map(({ permission }) => permission);
}
