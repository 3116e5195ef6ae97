import type { TransactionContext } from '#core/context.ts';
import { adminRole } from '../roles/default-roles.ts';

/** True when an active admin exists for whom no role hides a field or makes it read-only. */
export async function hasUnrestrictedAdmin({ tx, caller }: TransactionContext): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    `select exists (select from identity_users u
       where u.tenant_id = $1::bigint and u.active and $2::text = any(u.roles) and not exists (
         select from identity_roles r where r.tenant_id = u.tenant_id and r.name = any(u.roles)
           and (coalesce(r.hidden_fields, '{}') <> '{}' or coalesce(r.read_only_fields, '{}') <> '{}'))) as found`,
    [caller.tenantId, adminRole],
  );
  return row?.found ?? false;
}

/**
 * True when another active admin can sign in. The advisory lock lasts until the transaction ends, so that two admins
 * who demote each other at the same time are checked one after the other.
 */
export async function hasOtherAdmin({ tx, caller }: TransactionContext, userId: string): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 4710006))', [caller.tenantId]);
  const [others] = await tx.query<{ any: boolean }>(
    `select exists (select from identity_users
       where tenant_id = $1::bigint and id <> $2::uuid and active and $3::text = any(roles)
         and (email_verified or verification_due_at is null or verification_due_at > now())) as any`,
    [caller.tenantId, userId, adminRole],
  );
  return others?.any ?? false;
}
