import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant } from '#db/params.ts';
import { lockedUntil } from './sql/locked-until.ts';

/**
 * Queries for other modules, and SQL fragments for statements that join users and teams to rows of their own. The
 * parameters of a fragment are SQL: a column such as `m.owner_id`, or `$1::bigint`.
 */

/** The email address of a user; null when the user is deleted or deactivated. */
export const emailOfActiveUser = (tenantId: string, userId: string): string =>
  `(select u.email from identity_users u where u.tenant_id = ${tenantId} and u.id = ${userId} and u.active is not false)`;

/** Selects the ids that belong to users among these. References in arrays have no foreign keys. */
export const existingUsers = (tenantId: string, ids: string): string =>
  `array(select u.id from identity_users u where u.tenant_id = ${tenantId} and u.id = any(${ids}) order by 1)`;

/** Selects the ids that belong to teams among these. */
export const existingTeams = (tenantId: string, ids: string): string =>
  `array(select t.id from identity_teams t where t.tenant_id = ${tenantId} and t.id = any(${ids}) order by 1)`;

/** Selects the id of an existing user, and locks the user against deletion until the transaction ends. */
export const keptUser = (tenantId: string, userId: string): string =>
  `(select u.id from identity_users u where u.tenant_id = ${tenantId} and u.id = ${userId} for key share)`;

/** True when a user has one of these roles, or is an administrator. */
export const hasRole = (tenantId: string, userId: string, roles: string): string =>
  `exists (select from identity_users u where u.tenant_id = ${tenantId} and u.id = ${userId}
    and (u.roles && ${roles} or 'admin' = any(u.roles)))`;

/** True when a user is in one of these teams. */
export const isInTeam = (tenantId: string, userId: string, teamIds: string): string =>
  `exists (select from identity_team_users m where m.tenant_id = ${tenantId}
    and m.user_id = ${userId} and m.team_id = any(${teamIds}))`;

/** The name of a user, or the email address of a user without one; null when there is no such user. */
export const nameOfUser = (tenantId: string, userId: string): string =>
  `(select coalesce(u.name, u.email) from identity_users u where u.tenant_id = ${tenantId} and u.id = ${userId})`;

/** Rows `id`, `email` and `name` of active users. */
export const activeUsers = (tenantId: string): string =>
  `(select u.id, u.email, coalesce(u.name, u.email) as name from identity_users u where u.tenant_id = ${tenantId} and u.active)`;

/** Rows `id` and `name` of all users, for a statement in `scoped`. */
export const namedUsers = (): string =>
  `(select u.id, coalesce(u.name, u.email) as name from identity_users u where ${inTenant('u')})`;

/** Rows `team_id` of the teams of a user, for a statement in `scoped`. */
export const teamsOfUser = (userId: string): string =>
  `(select t.team_id from identity_team_users t where ${inTenant('t')} and t.user_id = ${userId})`;

/** A statement that selects, as `address`, the given lower-case addresses that belong to users. */
export const addressesOfUsers = (tenantId: string, addresses: string): string =>
  `select email_folded as address from identity_users where tenant_id = ${tenantId} and email_folded = any(${addresses})`;

/** The addresses of the active users among those given. */
export async function activeAddresses(db: Queryable, tenantId: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    'select email from identity_users where tenant_id = $1::bigint and id = any($2::uuid[]) and active order by email',
    [tenantId, userIds],
  );
  return rows.map(({ email }) => email);
}

/** The addresses of the administrators of the account, oldest first. */
export async function administratorAddresses(db: Queryable, tenantId: string, max: number): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    `select email from identity_users where tenant_id = $1::bigint and active and 'admin' = any(roles)
     order by created_at limit $2::int`,
    [tenantId, max],
  );
  return rows.map(({ email }) => email);
}

export async function userExists(db: Queryable, tenantId: string, userId: string | null): Promise<boolean> {
  const rows = await db.query('select from identity_users where tenant_id = $1::bigint and id = $2::uuid', [
    tenantId,
    userId,
  ]);
  return rows.length > 0;
}

/**
 * Rows `id` of users who can take work: active, not locked, and not absent on the day `today`, for a statement in a
 * transaction.
 */
export const availableUsers = (tenantId: string, today: string): string =>
  `(select u.id from identity_users u where u.tenant_id = ${tenantId} and u.active is not false
    and not ((u.absent_from is not null or u.absent_until is not null)
      and coalesce(u.absent_from <= ${today}, true) and coalesce(u.absent_until >= ${today}, true))
    and ${lockedUntil('u')} is null)`;

/** Rows `user_id` of the members of a team, in the order in which they joined, with `place`. */
export const membersOfTeam = (tenantId: string, teamId: string): string =>
  `(select m.user_id, row_number() over (order by m.created_at, m.id) as place from identity_team_users m
    where m.tenant_id = ${tenantId} and m.team_id = ${teamId} and m.role is distinct from 'observer')`;

/** True for a user who exists and is active. */
export async function activeUser(db: Queryable, tenantId: string, userId: string): Promise<boolean> {
  const rows = await db.query(
    'select from identity_users where tenant_id = $1::bigint and id = $2::uuid and active is not false',
    [tenantId, userId],
  );
  return rows.length > 0;
}

/** Locks a user until the transaction ends, so that calls for the same user run one after the other. */
export const lockUser = (tx: Transaction, tenantId: string, userId: string): Promise<unknown> =>
  tx.query('select 1 from identity_users where tenant_id = $1::bigint and id = $2::uuid for no key update', [
    tenantId,
    userId,
  ]);
