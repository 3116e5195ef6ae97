import type { Role } from '#core/access.ts';
import type { Writing } from '#core/context.ts';

export const rolesNamed = ({ tx, caller }: Writing, names: readonly string[]): Promise<Role[]> =>
  tx.query<Role>(
    `select name, coalesce(permissions, '{}') as permissions, coalesce(hidden_fields, '{}') as "hiddenFields",
      coalesce(read_only_fields, '{}') as "readOnlyFields"
     from identity_roles where tenant_id = $1::bigint and name = any($2::text[])`,
    [caller.tenantId, names],
  );
