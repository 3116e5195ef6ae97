import type { Role } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';

export const rolesNamed = ({ tx, caller }: TransactionContext, names: readonly string[]): Promise<Role[]> =>
  tx.query<Role>(
    `select name, coalesce(permissions, '{}') as permissions, coalesce(hidden_fields, '{}') as "hiddenFields",
      coalesce(read_only_fields, '{}') as "readOnlyFields"
     from identity_roles where tenant_id = $1::bigint and name = any($2::text[])`,
    [caller.tenantId, names],
  );
