import { isDeepStrictEqual } from 'node:util';
import type { Role } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { givenValue, type ModelHooks, type Saving } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { usersWithRole } from '../sql/teams.ts';
import { adminRole } from './default-roles.ts';
import { requireFreeAdmin } from './free-admin.ts';
import { requireHeld, requireReachOfTeams, requireShowNoMore } from './grants.ts';

export const roleHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { previous } = saving;
    const permissions = givenValue(saving, 'permissions') as string[] | null | undefined;
    const before = (previous?.permissions ?? []) as string[];
    if (context.caller.userId !== null) await requireMayChange(context, saving, before, permissions ?? []);
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
    if (!previous && context.caller.userId !== null) {
      const role = roleOf(record);
      requireHeld(context.caller.access, role.permissions);
      requireShowNoMore(context, [role]);
    }
    if (!previous) return;
    const limits = ['hiddenFields', 'readOnlyFields'];
    if (limits.some((key) => !isDeepStrictEqual(previous[key], record[key]))) await requireFreeAdmin(context);
    if (isDeepStrictEqual(previous.permissions, record.permissions)) return;
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

const roleOf = ({ name, permissions, hiddenFields, readOnlyFields }: RecordObject): Role => ({
  name: String(name),
  permissions: (permissions ?? []) as string[],
  hiddenFields: (hiddenFields ?? {}) as Role['hiddenFields'],
  readOnlyFields: (readOnlyFields ?? {}) as Role['readOnlyFields'],
});

/**
 * Who changes what a role permits, hides or protects holds all that it permits, before and after, and sees all that it
 * shows afterwards.
 */
async function requireMayChange(
  context: TransactionContext,
  saving: Saving,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const { caller } = context;
  const { previous } = saving;
  const changed = (key: string) => {
    const value = givenValue(saving, key);
    return value !== undefined && !isDeepStrictEqual(value, previous?.[key] ?? null);
  };
  requireHeld(caller.access, after);
  const limits = changed('hiddenFields') || changed('readOnlyFields');
  if (previous && (limits || changed('permissions') || changed('name'))) requireHeld(caller.access, before);
  if (!previous) return;
  const added = after.filter((permission) => !before.includes(permission));
  if (added.length > 0) await requireReachOfTeams(context, added, await usersWithRole(context, String(previous.name)));
  if (!limits && added.length === 0) return;
  requireKeptStay(context, saving, previous);
  const given = Object.fromEntries([...saving.values].map(([field, value]) => [field.key, value]));
  requireShowNoMore(context, [roleOf({ ...previous, ...given })]);
}

/** A role may have no permissions and hide fields that the other roles of its holders open: what it hides stays hidden. */
function requireKeptStay({ caller }: TransactionContext, saving: Saving, previous: RecordObject): void {
  for (const list of ['hiddenFields', 'readOnlyFields'] as const) {
    const given = givenValue(saving, list);
    const later = ((given === undefined ? previous[list] : given) ?? {}) as Lists;
    for (const [name, keys] of Object.entries((previous[list] ?? {}) as Lists)) {
      const gone = keys.find((key) => !later[name]?.includes(key) && caller.access.keeps(list, name, key));
      if (gone === undefined) continue;
      const message = `${name}.${gone} stays in ${list}: your own roles keep it from you.`;
      throw new AppError('forbidden', message, [{ field: list, code: 'kept', message }]);
    }
  }
}

type Lists = Readonly<Record<string, readonly string[]>>;

const kept = (what: string): AppError =>
  new AppError('conflict', `The role ${adminRole} ${what}: it is what administers the account.`);

/** Users name their roles, so one that somebody has keeps its name and stays. */
async function requireUnused({ tx, caller, services }: TransactionContext, id: string): Promise<void> {
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
