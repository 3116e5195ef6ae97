import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { adminRole } from './default-roles.ts';

/**
 * After a change of roles: an account keeps an active admin from whom no role keeps a field. Nobody shows more than they
 * see, so that without one nobody could give the fields back.
 */
export async function requireFreeAdmin({ tx, caller }: TransactionContext): Promise<void> {
  if (caller.userId === null) return;
  const [row] = await tx.query<{ free: boolean }>(
    `select exists (select from identity_users u
       where u.tenant_id = $1::bigint and u.active and $2::text = any(u.roles) and not exists (
         select from identity_roles r where r.tenant_id = u.tenant_id and r.name = any(u.roles)
           and (coalesce(r.hidden_fields, '{}') <> '{}' or coalesce(r.read_only_fields, '{}') <> '{}'))) as free`,
    [caller.tenantId, adminRole],
  );
  if (row?.free) return;
  const message =
    'This is the last admin who sees every field: an account needs one, so that fields can be shown again.';
  throw new AppError('conflict', message, [{ field: 'roles', code: 'last_admin', message }]);
}
