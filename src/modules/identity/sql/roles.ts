import type { Role } from '#core/access/access.ts';
import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** Returns the names that no role has. */
export async function missingRoles(db: Queryable, tenantId: string, names: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select missing.name from ${scoped(
      'missing',
      `select given.name from unnest($2::text[]) as given(name)
      where not exists (select 1 from identity_roles r where ${inTenant('r')} and r.name = given.name)`,
    )}`,
    [tenantId, names],
  );
  return rows.map((row) => row.name);
}

export const rolesByName = ({ tx, caller }: TransactionContext, names: readonly string[]): Promise<Role[]> =>
  tx.query<Role>(
    `select name, coalesce(permissions, '{}') as permissions, coalesce(hidden_fields, '{}') as "hiddenFields",
      coalesce(read_only_fields, '{}') as "readOnlyFields"
     from identity_roles where tenant_id = $1::bigint and name = any($2::text[])`,
    [caller.tenantId, names],
  );

interface FieldRestrictions {
  readonly hidden: string[] | null;
  readonly readOnly: string[] | null;
}

/** The hidden and read-only fields of a model, one row for each role of the caller. */
export function fieldRestrictionsOfCaller(context: Context, modelName: string): Promise<FieldRestrictions[]> {
  const { tenantId, roles } = context.caller;
  return queryable(context).query<FieldRestrictions>(
    `select r.* from ${scoped(
      'r',
      `select r.hidden_fields->$2::text as hidden, r.read_only_fields->$2::text as "readOnly"
       from identity_roles r where ${inTenant('r')} and r.name = any($3::text[])`,
    )}`,
    [tenantId, modelName, roles],
  );
}

interface RoleUsage {
  readonly name: string;
  readonly permissions: string[];
  readonly users: number;
  /** True when an open invitation names the role. */
  readonly invited: boolean;
}

/** Users and invitations refer to roles by name, so no foreign key prevents the deletion of a role in use. */
export async function roleUsage({ tx, caller }: TransactionContext, id: string): Promise<RoleUsage | undefined> {
  const [role] = await tx.query<RoleUsage>(
    `select r.name, coalesce(r.permissions, '{}') as permissions,
      (select count(*)::int from identity_users u where u.tenant_id = r.tenant_id and r.name = any(u.roles)) as users,
      exists (select from one_time_tokens t where t.tenant_id = r.tenant_id and t.purpose = 'invitation'
        and t.expires_at > now() and r.name = any(t.roles)) as invited
     from identity_roles r where r.tenant_id = $1::bigint and r.id = $2::uuid`,
    [caller.tenantId, id],
  );
  return role;
}

export async function usersWithRole({ tx, caller }: TransactionContext, role: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select id from identity_users where tenant_id = $1::bigint and $2::text = any(roles)',
    [caller.tenantId, role],
  );
  return rows.map(({ id }) => id);
}
