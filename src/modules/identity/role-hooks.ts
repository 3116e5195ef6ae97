import { isDeepStrictEqual } from 'node:util';
import type { Writing } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { givenValue, type ModelHooks, type Saving } from '#core/hooks.ts';
import { requireHeld } from './grants.ts';
import { adminRole } from './roles.ts';
import { securityEvent } from './security.ts';

export const roleHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { previous } = saving;
    const permissions = givenValue(saving, 'permissions') as string[] | null | undefined;
    const before = (previous?.permissions ?? []) as string[];
    if (context.caller.userId !== null) requireMayChange(context, saving, before, permissions ?? []);
    const name = givenValue(saving, 'name');
    if (previous?.name === adminRole) {
      if (name !== undefined && name !== adminRole) throw kept('cannot be renamed');
      if (permissions !== undefined && !permissions?.includes('*')) throw kept('cannot lose the permission *');
      for (const key of ['hiddenFields', 'readOnlyFields']) {
        if (Object.keys((givenValue(saving, key) ?? {}) as object).length > 0)
          throw kept('cannot be kept from any field');
      }
    } else if (previous && name !== undefined && name !== previous.name)
      await requireUnused(context, String(previous._id));
    return undefined;
  },

  async afterSave(context, { previous, record }) {
    // Also one that comes back from the trash.
    if (!previous && context.caller.userId !== null)
      requireHeld(context.caller.access, (record.permissions ?? []) as string[]);
    if (!previous || isDeepStrictEqual(previous.permissions, record.permissions)) return;
    await securityEvent(context, 'security.permissionsChanged', {
      role: record.name ?? null,
      before: previous.permissions ?? [],
      after: record.permissions ?? [],
    });
  },

  async beforeRemove(context, ids) {
    for (const id of ids) await requireUnused(context, id);
  },
};

/** Whoever changes what a role permits, hides or protects holds all that it permits, before and after. */
function requireMayChange(
  { caller }: Writing,
  saving: Saving,
  before: readonly string[],
  after: readonly string[],
): void {
  const { previous } = saving;
  const changed = (key: string) => {
    const value = givenValue(saving, key);
    return value !== undefined && !isDeepStrictEqual(value, previous?.[key] ?? null);
  };
  requireHeld(caller.access, after);
  const limits = changed('hiddenFields') || changed('readOnlyFields');
  if (previous && (limits || changed('permissions') || changed('name'))) requireHeld(caller.access, before);
  // Otherwise they would give themselves a role that hides nothing.
  if (caller.access.isRestricted && !caller.access.holds('*'))
    throw new AppError(
      'forbidden',
      'Your own roles hide or protect fields: roles are written by somebody without limits.',
    );
}

const kept = (what: string): AppError =>
  new AppError('conflict', `The role ${adminRole} ${what}: it is what administers the account.`);

/** Users name their roles, so one that somebody has keeps its name and stays. */
async function requireUnused({ tx, caller, services }: Writing, id: string): Promise<void> {
  const [role] = await tx.query<{ name: string; users: number; invited: boolean; permissions: string[] }>(
    `select r.name, coalesce(r.permissions, '{}') as permissions,
      (select count(*)::int from identity_users u where u.tenant_id = r.tenant_id and r.name = any(u.roles)) as users,
      exists (select from one_time_tokens t where t.tenant_id = r.tenant_id and t.purpose = 'invitation'
        and t.expires_at > now() and r.name = any(t.roles)) as invited
     from identity_roles r where r.tenant_id = $1::bigint and r.id = $2::uuid`,
    [caller.tenantId, id],
  );
  if (!role) return;
  if (role.name === adminRole) throw kept('cannot be deleted');
  const tenant = await services.directory.tenantByKey(caller.accountKey);
  if (caller.userId !== null) requireHeld(caller.access, role.permissions);
  if (role.invited)
    throw new AppError('still_referenced', `Somebody is invited with the role ${role.name}; take that back first.`);
  if (tenant?.settings.registrationRole === role.name && tenant.settings.registrationOpen)
    throw new AppError(
      'still_referenced',
      `Whoever registers gets the role ${role.name}; choose another for that first.`,
    );
  if (role.users === 0) return;
  const who = role.users === 1 ? 'One user has' : `${role.users} users have`;
  throw new AppError('still_referenced', `${who} the role ${role.name}; give them another one first.`);
}
