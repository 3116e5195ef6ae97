import type { Access } from '#core/access.ts';
import type { Writing } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { adminRole } from './roles.ts';
import { permissionsOfRoles } from './sql/permissions-of-roles.ts';

/** Nobody hands out what they do not hold. */
export function requireHeld(access: Access, permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !access.holds(permission));
  if (missing === undefined) return;
  throw new AppError('forbidden', `You cannot grant ${missing}, because you do not hold it yourself.`, [
    { field: missing, code: 'missing_scope', message: `The scope ${missing} is missing.` },
  ]);
}

/** What some roles permit; to the operator's own admins also what is the operator's alone. */
async function permissionsOf(context: Writing, roles: readonly string[]): Promise<string[]> {
  if (roles.length === 0) return [];
  const permissions = await permissionsOfRoles(context, roles);
  const operator = roles.includes(adminRole) && context.services.directory.isOperator(context.caller.accountKey);
  return operator ? [...permissions, 'platform:admin'] : permissions;
}

/** Nobody gives a role that may do more than they may. */
export async function requireHeldRoles(context: Writing, roles: readonly string[]): Promise<void> {
  requireHeld(context.caller.access, await permissionsOf(context, roles));
}

/** Nobody takes over, locks out or demotes somebody who may do more than they may. */
export async function requireAuthorityOver(context: Writing, roles: readonly string[]): Promise<void> {
  const permissions = await permissionsOf(context, roles);
  const missing = permissions.find((permission) => !context.caller.access.holds(permission));
  if (missing === undefined) return;
  throw new AppError(
    'forbidden',
    `This user holds ${missing}, which you do not: only somebody who does may change this.`,
    [{ field: missing, code: 'missing_scope', message: `The scope ${missing} is missing.` }],
  );
}
