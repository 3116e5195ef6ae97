import { type Access, isForTeam, type KeptField, type Role, widened } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { rolesNamed } from '../sql/roles-named.ts';
import { areInOtherTeams } from '../sql/teams.ts';
import { adminRole } from './default-roles.ts';

/** The rules of handing out permissions: nobody gives, by whatever way, what they do not have. */

const lacking = (scope: string) => [{ field: scope, code: 'missing_scope', message: `The scope ${scope} is missing.` }];

/** Nobody hands out what they do not hold. */
export function requireHeld(access: Access, permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !access.holds(permission));
  if (missing === undefined) return;
  throw new AppError(
    'forbidden',
    `You cannot grant ${missing}, because you do not hold it yourself.`,
    lacking(missing),
  );
}

/** What some roles permit; to the operator's own admins also what is the operator's alone. */
function permissionsOf({ services, caller }: TransactionContext, roles: readonly Role[]): string[] {
  const permissions = roles.flatMap((role) => role.permissions);
  const operator = roles.some(({ name }) => name === adminRole) && services.directory.isOperator(caller.accountKey);
  return operator ? [...permissions, 'platform:admin'] : permissions;
}

/** What somebody is to get: all their roles, of which some are new, and who they are when they exist already. */
interface Given {
  readonly roles: readonly string[];
  readonly added?: readonly string[];
  readonly userId?: string;
}

/** Nobody gives roles that may do more than they may, or that together show more than they see. */
export async function requireGivable(
  context: TransactionContext,
  { roles, added = roles, userId }: Given,
): Promise<void> {
  const all = await rolesNamed(context, roles);
  const permissions = permissionsOf(
    context,
    all.filter(({ name }) => added.includes(name)),
  );
  requireHeld(context.caller.access, permissions);
  requireShowNoMore(context, all);
  if (userId !== undefined) await requireReachOfTeams(context, permissions, [userId]);
}

/** Hidden and read-only fields add up over roles, so what counts is what all roles of the holder show together. */
export function requireShowNoMore({ caller, registry }: TransactionContext, roles: readonly Role[]): void {
  const kept = caller.access.keptField(roles, (name) => registry.named(name));
  if (kept) throw keptFrom(kept, 'You cannot give roles that');
}

function keptFrom({ model, key, may }: KeptField, who: string): AppError {
  const field = `${model.name}.${key}`;
  const message =
    may === 'see'
      ? `${who} show ${field}: your own roles hide it.`
      : `${who} let ${field} be written: your own roles let you only read it.`;
  return new AppError('forbidden', message, [{ field, code: may === 'see' ? 'hidden' : 'read_only', message }]);
}

/**
 * A permission for `:team` opens the records of other people to each of its holders. A caller who holds it no wider gives
 * it only to users whose teams are the caller's own.
 */
export async function requireReachOfTeams(
  context: TransactionContext,
  permissions: readonly string[],
  userIds: readonly string[],
): Promise<void> {
  const { access } = context.caller;
  const narrow = permissions.find((permission) => isForTeam(permission) && !access.holds(widened(permission)));
  if (narrow === undefined || userIds.length === 0 || !(await areInOtherTeams(context, userIds))) return;
  const scope = widened(narrow);
  throw new AppError(
    'forbidden',
    `${narrow} would open records of teams that you are not in: only somebody who holds ${scope} may give it here.`,
    lacking(scope),
  );
}

/** Nobody takes over, locks out or demotes somebody who may do more than they may. */
export async function requireAuthorityOver(context: TransactionContext, roles: readonly string[]): Promise<void> {
  requireHeldToo(context, permissionsOf(context, await rolesNamed(context, roles)));
}

function requireHeldToo({ caller }: TransactionContext, permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !caller.access.holds(permission));
  if (missing === undefined) return;
  throw new AppError(
    'forbidden',
    `This user holds ${missing}, which you do not: only somebody who does may change this.`,
    lacking(missing),
  );
}

/**
 * Who changes the address of somebody can sign in as them. So they hold all that the user holds, for the records of
 * everybody (`:own` means the records of the user, not theirs), and see every field that the user sees.
 */
export async function requireMayBecome(context: TransactionContext, roles: readonly string[]): Promise<void> {
  const all = await rolesNamed(context, roles);
  requireHeldToo(context, permissionsOf(context, all).map(widened));
  const kept = context.caller.access.keptField(all, (name) => context.registry.named(name));
  if (kept) throw keptFrom(kept, 'You cannot change the address of a user whose roles');
}
