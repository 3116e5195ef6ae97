import { type Access, isForTeam, type RestrictedField, type Role, widened } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { adminRole } from '../roles/default-roles.ts';
import { rolesByName } from '../sql/roles.ts';
import { haveForeignTeammates } from '../sql/teams.ts';

/** The rules of granting permissions: nobody grants a permission, directly or indirectly, that they do not have. */

const missingScope = (scope: string) => [
  { field: scope, code: 'missing_scope', message: `The scope ${scope} is missing.` },
];

/** Throws unless the caller holds every permission that they grant. */
export function requireHeld(access: Access, permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !access.holds(permission));
  if (missing === undefined) return;
  throw new AppError(
    'forbidden',
    `You cannot grant ${missing}, because you do not hold it yourself.`,
    missingScope(missing),
  );
}

/** The permissions of roles. The admin role in the operator's account includes `platform:admin`. */
function permissionsOf({ services, caller }: TransactionContext, roles: readonly Role[]): string[] {
  const permissions = roles.flatMap((role) => role.permissions);
  const operator = roles.some(({ name }) => name === adminRole) && services.directory.isOperator(caller.accountKey);
  return operator ? [...permissions, 'platform:admin'] : permissions;
}

interface RoleGrant {
  /** All roles that the user will have. */
  readonly roles: readonly string[];
  /** The roles that the user does not have yet. Defaults to all roles. */
  readonly added?: readonly string[];
  /** Undefined for a new user. */
  readonly userId?: string;
}

/**
 * Throws when the roles permit more than the caller may do, or together show a field that is hidden from the caller.
 */
export async function requireGrantable(
  context: TransactionContext,
  { roles, added = roles, userId }: RoleGrant,
): Promise<void> {
  const all = await rolesByName(context, roles);
  const permissions = permissionsOf(
    context,
    all.filter(({ name }) => added.includes(name)),
  );
  requireHeld(context.caller.access, permissions);
  requireShowsNoMoreFields(context, all);
  if (userId !== undefined) await requireTeamReach(context, permissions, [userId]);
}

/** Restrictions of fields add up over roles, so all roles of a user are checked together. */
export function requireShowsNoMoreFields({ caller, registry }: TransactionContext, roles: readonly Role[]): void {
  const field = caller.access.findRestrictedField(roles, (name) => registry.named(name));
  if (field) throw restrictedField(field, 'You cannot give roles that');
}

function restrictedField({ model, key, may }: RestrictedField, subject: string): AppError {
  const field = `${model.name}.${key}`;
  const message =
    may === 'see'
      ? `${subject} show ${field}: your own roles hide it.`
      : `${subject} let ${field} be written: your own roles let you only read it.`;
  return new AppError('forbidden', message, [{ field, code: may === 'see' ? 'hidden' : 'read_only', message }]);
}

/**
 * A `:team` permission opens the records of teammates to its holder. A caller who holds it only for `:team` may grant it only
 * to users whose teammates are teammates of the caller too.
 */
export async function requireTeamReach(
  context: TransactionContext,
  permissions: readonly string[],
  userIds: readonly string[],
): Promise<void> {
  const { access } = context.caller;
  const teamOnly = permissions.find((permission) => isForTeam(permission) && !access.holds(widened(permission)));
  if (teamOnly === undefined || userIds.length === 0 || !(await haveForeignTeammates(context, userIds))) return;
  const scope = widened(teamOnly);
  throw new AppError(
    'forbidden',
    `${teamOnly} would open records of teams that you are not in: only somebody who holds ${scope} may give it here.`,
    missingScope(scope),
  );
}

/**
 * Requires that the caller may do everything that the user may do. Otherwise the caller could take over, lock out or demote a more
 * powerful user.
 */
export async function requireAuthorityOver(context: TransactionContext, roles: readonly string[]): Promise<void> {
  requirePermissionsOfUser(context, permissionsOf(context, await rolesByName(context, roles)));
}

function requirePermissionsOfUser({ caller }: TransactionContext, permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !caller.access.holds(permission));
  if (missing === undefined) return;
  throw new AppError(
    'forbidden',
    `This user holds ${missing}, which you do not: only somebody who does may change this.`,
    missingScope(missing),
  );
}

/**
 * Changing the address of a user allows the caller to sign in as that user. So the caller must hold the user's permissions
 * for all records (the user's `:own` records are not the caller's own) and see every field that the user sees.
 */
export async function requireMayImpersonate(context: TransactionContext, roles: readonly string[]): Promise<void> {
  const all = await rolesByName(context, roles);
  requirePermissionsOfUser(context, permissionsOf(context, all).map(widened));
  const field = context.caller.access.findRestrictedField(all, (name) => context.registry.named(name));
  if (field) throw restrictedField(field, 'You cannot change the address of a user whose roles');
}
