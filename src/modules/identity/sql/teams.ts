import type { TransactionContext } from '#core/context.ts';

/** All `:team` permissions that members of these teams hold. */
export async function teamPermissions(
  { tx, caller }: TransactionContext,
  teamIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ permission: string }>(
    `select distinct p.permission from identity_team_users m
     join identity_users u on u.tenant_id = m.tenant_id and u.id = m.user_id
     join identity_roles r on r.tenant_id = u.tenant_id and r.name = any(u.roles)
     cross join lateral unnest(r.permissions) p(permission)
     where m.tenant_id = $1::bigint and m.team_id = any($2::uuid[]) and p.permission like '%:team' order by 1`,
    [caller.tenantId, teamIds],
  );
  return rows.map(({ permission }) => permission);
}

/** Returns the ids of the given teams that exist. */
export async function existingTeams({ tx, caller }: TransactionContext, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select id from identity_teams where tenant_id = $1::bigint and id = any($2::uuid[])',
    [caller.tenantId, ids],
  );
  return rows.map(({ id }) => id);
}

export async function teamsOfMemberships(
  { tx, caller }: TransactionContext,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select distinct team_id as id from identity_team_users where tenant_id = $1::bigint and id = any($2::uuid[])`,
    [caller.tenantId, ids],
  );
  return rows.map(({ id }) => id);
}

/** True when one of these users shares a team with a user who shares no team with the caller. */
export async function haveForeignTeammates(
  { tx, caller }: TransactionContext,
  userIds: readonly string[],
): Promise<boolean> {
  const [row] = await tx.query<{ others: boolean }>(
    `select exists (
       select from identity_team_users m
       join identity_team_users mate on mate.tenant_id = m.tenant_id and mate.team_id = m.team_id
       where m.tenant_id = $1::bigint and m.user_id = any($2::uuid[])
         and mate.user_id <> $3::uuid and mate.user_id <> m.user_id
         and not exists (
           select from identity_team_users own
           join identity_team_users peer on peer.tenant_id = own.tenant_id and peer.team_id = own.team_id
           where own.tenant_id = $1::bigint and own.user_id = $3::uuid and peer.user_id = mate.user_id)
     ) as others`,
    [caller.tenantId, userIds, caller.userId],
  );
  return row?.others ?? false;
}
