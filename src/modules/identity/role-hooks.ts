import { isDeepStrictEqual } from 'node:util';
import type { Writing } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { givenValue, type ModelHooks } from '#core/hooks.ts';
import { requireHeld } from './grants.ts';
import { adminRole } from './roles.ts';
import { securityEvent } from './security.ts';

export const roleHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { previous } = saving;
    const permissions = givenValue(saving, 'permissions') as string[] | undefined;
    const before = (previous?.permissions ?? []) as string[];
    if (context.caller.userId !== null) {
      requireHeld(
        context.caller.access,
        (permissions ?? []).filter((permission) => !before.includes(permission)),
      );
    }
    const name = givenValue(saving, 'name');
    if (previous?.name === adminRole) {
      if (name !== undefined && name !== adminRole) throw kept('cannot be renamed');
      if (permissions && !permissions.includes('*')) throw kept('cannot lose the permission *');
    } else if (previous && name !== undefined && name !== previous.name)
      await requireUnused(context, String(previous._id));
    return undefined;
  },

  async afterSave(context, { previous, record }) {
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

const kept = (what: string): AppError =>
  new AppError('conflict', `The role ${adminRole} ${what}: it is what administers the account.`);

/** Users name their roles, so one that somebody has keeps its name and stays. */
async function requireUnused({ tx, caller }: Writing, id: string): Promise<void> {
  const [role] = await tx.query<{ name: string; users: number }>(
    `select r.name, (select count(*)::int from identity_users u where u.tenant_id = r.tenant_id and r.name = any(u.roles)) as users
     from identity_roles r where r.tenant_id = $1::bigint and r.id = $2::uuid`,
    [caller.tenantId, id],
  );
  if (!role) return;
  if (role.name === adminRole) throw kept('cannot be deleted');
  if (role.users === 0) return;
  const who = role.users === 1 ? 'One user has' : `${role.users} users have`;
  throw new AppError('still_referenced', `${who} the role ${role.name}; give them another one first.`);
}
