import { isDeepStrictEqual } from 'node:util';
import type { Role } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { adminRole } from '../roles/default-roles.ts';
import { appendSecurityEvent } from '../security-events/security-event.ts';
import { roleUsage, usersWithRole } from '../sql/roles.ts';
import { requireHeld, requireShowsNoMoreFields, requireTeamReach } from './grants.ts';
import { requireUnrestrictedAdmin } from './unrestricted-admin.ts';

const restrictionLists = ['hiddenFields', 'readOnlyFields'] as const;

export const roleHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { previous } = saving;
    const permissions = givenValue(saving, 'permissions') as string[] | null | undefined;
    const before = (previous?.permissions ?? []) as string[];
    if (context.caller.userId !== null) await requireMayChange(context, saving, before, permissions ?? []);
    const name = givenValue(saving, 'name');
    if (previous?.name === adminRole) {
      if (name !== undefined && name !== adminRole) throw adminRoleProtected('cannot be renamed');
      if (permissions !== undefined && !permissions?.includes('*'))
        throw adminRoleProtected('cannot lose the permission *');
      for (const key of restrictionLists) {
        if (Object.keys((givenValue(saving, key) ?? {}) as object).length > 0)
          throw adminRoleProtected('cannot hide fields or make them read-only');
      }
    } else if (previous && name !== undefined && name !== previous.name)
      await requireUnused(context, String(previous._id));
    return undefined;
  },

  async afterSave(context, { previous, record }) {
    // Restoring a role from the trash calls only this hook, so the checks of a new role are here too.
    if (!previous && context.caller.userId !== null) {
      const role = roleOf(record);
      requireHeld(context.caller.access, role.permissions);
      requireShowsNoMoreFields(context, [role]);
    }
    if (!previous) return;
    if (restrictionLists.some((key) => !isDeepStrictEqual(previous[key], record[key])))
      await requireUnrestrictedAdmin(context);
    if (isDeepStrictEqual(previous.permissions, record.permissions)) return;
    await appendSecurityEvent(context, 'security.permissionsChanged', {
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
 * A caller who changes a role must hold its permissions, before and after the change, and must see every field that it shows
 * afterwards.
 */
async function requireMayChange(
  context: TransactionContext,
  saving: PendingSave,
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
  const changesRestrictions = restrictionLists.some(changed);
  if (previous && (changesRestrictions || changed('permissions') || changed('name')))
    requireHeld(caller.access, before);
  if (!previous) return;
  const added = after.filter((permission) => !before.includes(permission));
  if (added.length > 0) await requireTeamReach(context, added, await usersWithRole(context, String(previous.name)));
  if (!changesRestrictions && added.length === 0) return;
  requireRestrictionsStay(context, saving, previous);
  const given = Object.fromEntries([...saving.values].map(([field, value]) => [field.key, value]));
  requireShowsNoMoreFields(context, [roleOf({ ...previous, ...given })]);
}

/**
 * The caller may not remove a restriction of a field that their own roles restrict. It matters even for a role without
 * permissions, because the other roles of its users could show the field.
 */
function requireRestrictionsStay({ caller }: TransactionContext, saving: PendingSave, previous: RecordObject): void {
  for (const list of restrictionLists) {
    const given = givenValue(saving, list);
    const next = ((given === undefined ? previous[list] : given) ?? {}) as FieldsByModel;
    for (const [name, keys] of Object.entries((previous[list] ?? {}) as FieldsByModel)) {
      const removed = keys.find((key) => !next[name]?.includes(key) && caller.access.restricts(list, name, key));
      if (removed === undefined) continue;
      const message = `${name}.${removed} stays in ${list}: your own roles restrict it for you.`;
      throw new AppError('forbidden', message, [{ field: list, code: 'kept', message }]);
    }
  }
}

type FieldsByModel = Readonly<Record<string, readonly string[]>>;

const adminRoleProtected = (what: string): AppError =>
  new AppError('conflict', `The role ${adminRole} ${what}: it is what administers the account.`);

/** Users refer to roles by name, so a role in use cannot be renamed or deleted. */
async function requireUnused(context: TransactionContext, id: string): Promise<void> {
  const { caller, services } = context;
  const role = await roleUsage(context, id);
  if (!role) return;
  if (role.name === adminRole) throw adminRoleProtected('cannot be deleted');
  const tenant = await services.directory.tenantByKey(caller.accountKey);
  if (caller.userId !== null) requireHeld(caller.access, role.permissions);
  if (role.invited)
    throw new AppError(
      'still_referenced',
      `An open invitation gives the role ${role.name}; revoke the invitation first.`,
    );
  if (tenant?.settings.registrationRole === role.name && tenant.settings.registrationOpen)
    throw new AppError(
      'still_referenced',
      `New users who register get the role ${role.name}; set another registrationRole first.`,
    );
  if (role.users === 0) return;
  const who = role.users === 1 ? 'One user has' : `${role.users} users have`;
  throw new AppError('still_referenced', `${who} the role ${role.name}; give them another one first.`);
}
